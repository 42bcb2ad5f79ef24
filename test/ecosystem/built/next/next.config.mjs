export default {
  experimental: { authInterrupts: true },
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
};
