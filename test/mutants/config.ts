/** Files that are not mutated: they hold only data, which other tests prove, or no behavior. */
export const UNMUTATED = [
  "**/*.{test,test-d,examples}.ts",
  "**/*.d.ts",
  "**/index.ts",
  "packages/core/src/codes/*.ts",
  "packages/core/src/sanitizer/rules/**",
  "packages/core/src/recognize/{auth,bodies,databases,frameworks,limiters,validation}/**",
  "packages/core/src/adoption/{page-style,wording}.ts",
];

/** Folders in which every survivor has to be explained, so a new one is a failure. */
export const EXPLAINED: readonly string[] = ["packages/core/src/retry"];
