export default () => ({ ok: true });
