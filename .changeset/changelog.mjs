/** Makes the packages' changelogs of the notes here, a list item each. All packages are released together, so none lists the others. */
export default {
  getReleaseLine: async ({ summary }) => `- ${summary.trim().replaceAll(/\n(?=.)/g, "\n  ")}`,
  getDependencyReleaseLine: async () => "",
};
