import type { BuiltInRule } from "../../engine/rule.ts";
import { contains } from "../../engine/trigger.ts";
import { token } from "./token.ts";

/** Source hosting, package registries, builds and infrastructure as code. */
export const codeHostingRules = (): readonly BuiltInRule[] => [
  token("github-token", "gho_ ghp_ ghr_ ghs_ ghu_", /gh[opsur]_[A-Za-z0-9_]{16,}/),
  token("github-fine-grained-token", "github_pat_", /github_pat_[A-Za-z0-9_]{20,}/),
  token("docker-token", "dckr_", /dckr_(?:pat|oat)_[\w-]{16,}/),
  token("age-secret-key", "AGE-", /AGE-(?:SECRET-KEY|PLUGIN-[A-Z0-9-]{1,30})-1[A-Z0-9]{30,}/),
  token(
    "gitlab-token",
    "glpat- glptt- gldt- glrt glcbt- glft- glsoat- glimt- glagent- gloas- glffct- glwt-",
    /gl(?:pat|ptt|dt|rt|rtr|cbt|ft|soat|imt|agent|oas|ffct|wt)-[\w-]{16,}(?:\.[\w-]+)*/,
  ),
  token("gitlab-runner-registration-token", "GR1348941", /GR1348941[\w-]{16,}/),
  token("bitbucket-token", "ATBB", /ATBB[A-Za-z0-9]{24,}/),
  token("npm-token", "npm_", /npm_[A-Za-z0-9]{20,}/),
  token("pypi-token", "pypi-Ag", /pypi-Ag[\w-]{20,}/),
  token("rubygems-key", "rubygems_", /rubygems_[0-9a-f]{24,}/),
  token("crates-token", "cio", /cio[A-Za-z0-9]{32,}/),
  token("nuget-key", "oy2", /oy2[a-z0-9]{43,}/),
  token("clojars-token", "CLOJARS_", /CLOJARS_[a-z0-9]{30,}/),
  token("artifactory-token", "AKCP AKCp cmVmdGtu", /(?:AKC[pP]|cmVmdGtu)[A-Za-z0-9]{20,}/),
  token("terraform-token", [contains(".atlasv1.")], /[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{30,}/),
  token("vault-token", "hvb. hvr. hvs.", /hv[bsr]\.[\w-]{16,}/),
  token("vault-legacy-token", "s.", /s\.(?=[A-Za-z]{0,24}\d)[A-Za-z0-9]{24}(?![A-Za-z0-9])/),
  token("pulumi-token", "pul-", /pul-[0-9a-f]{32,}/),
  token("doppler-token", "dp.", /dp\.(?:pt|st|sa|ct|scim|audit)\.(?:[\w-]+\.)?[A-Za-z0-9]{32,}/),
  token("circleci-token", "CCIPAT_ CCIPRJ_", /CCI(?:PAT|PRJ)_[\w-]{20,}/),
  token("buildkite-token", "bkua_ bkrt_ bkat_ bkct_ bkcj_", /bk(?:ua|rt|at|ct|cj)_[0-9a-f]{32,}/),
  token("jfrog-reference-token", "eyJ2ZXIiOi", /eyJ2ZXIiOi[\w-]{16,}/),
  token("scalingo-token", "tk-us-", /tk-us-[\w-]{40,}/),
  token("sonarqube-token", "sqa_ sqp_ squ_", /sq[upa]_[0-9a-f]{32,}/),
  token("snyk-token", "snyk_", /snyk_(?:uat|sat)\.[\w.-]{20,}/),
  token("sourcegraph-token", "sgp_", /sgp_(?:[A-Za-z0-9]{16}_|local_)?[0-9a-f]{32,}/),
  token("fly-token", "FlyV1 fm1 fm2", /(?:FlyV1 )?fm[12][ar]?_[\w+/=,-]{40,}/),
  token("heroku-key", "HRKU-", /HRKU-[\w-]{20,}/),
  token("netlify-token", "nfc_ nfo_ nfp_ nfu_", /nf[pcuo]_[A-Za-z0-9]{32,}/),
  token(
    "vercel-token",
    "vca_ vcc_ vci_ vck_ vcp_ vcr_ vercel_blob_rw_",
    /vc[pciark]_[A-Za-z0-9]{20,}|vercel_blob_rw_\w{20,}/,
  ),
  token("travis-token", "trvs_", /trvs_[\w-]{16,}/),
];
