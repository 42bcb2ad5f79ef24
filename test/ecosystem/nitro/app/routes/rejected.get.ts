export default () => Promise.reject("hunter2");
