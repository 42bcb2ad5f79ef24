import type { BuiltInRule } from "../../engine/rule.ts";
import { token } from "./token.ts";

/** Providers of models, and tools around them. */
export const aiRules = (): readonly BuiltInRule[] => [
  token("anthropic-key", "sk-ant-", /sk-ant-[\w-]{16,}/, "sk-ant-api03-{alnum:93}AA", "sk-ant-x"),
  token(
    "openai-key",
    "sk-proj- sk-svcacct- sk-admin- sk-None-",
    /sk-(?:proj|svcacct|admin|None)-[\w-]{16,}/,
    "sk-proj-{alnum:120}",
    "sk-proj-one",
  ),
  token("openrouter-key", "sk-or-", /sk-or-(?:v1-)?[0-9a-f]{24,}/, "sk-or-v1-{hex:64}", "sk-or-v1"),
  token(
    "sk-key",
    "sk-",
    /sk-[A-Za-z0-9][\w-]{7,}/,
    "sk-{alnum:48}",
    "sk-learn-contrib",
    // Words joined by hyphens are a name.
    (text) => /^sk-(?:(?:live|test|prod)-[\w-]{8}|[A-Za-z-]{0,60}[0-9_]|[A-Za-z]{12})/.test(text),
  ),
  token("openai-session", "sess-", /sess-[A-Za-z0-9]{32,}/, "sess-{alnum:40}", "sess-1"),
  token("hugging-face-token", "hf_ api_org_", /(?:hf_|api_org_)[A-Za-z0-9]{16,}/, "hf_{alnum:34}", "hf_model_name"),
  token("perplexity-key", "pplx-", /pplx-[A-Za-z0-9]{32,}/, "pplx-{alnum:48}", "pplx-7b-online"),
  token("groq-key", "gsk_", /gsk_[A-Za-z0-9]{32,}/, "gsk_{alnum:52}", "gsk_x"),
  token("xai-key", "xai-", /xai-[A-Za-z0-9]{32,}/, "xai-{alnum:80}", "xai-grok"),
  token("replicate-token", "r8_", /r8_[A-Za-z0-9]{24,}/, "r8_{alnum:37}", "r8_model"),
  token("together-key", "tgp_v1_", /tgp_v1_[\w-]{32,}/, "tgp_v1_{alnum:43}", "tgp_v1_x"),
  token("fireworks-key", "fw_", /fw_[A-Za-z0-9]{20,}/, "fw_{alnum:24}", "fw_version"),
  token("elevenlabs-key", "sk_", /sk_[0-9a-f]{40,}/, "sk_{hex:48}", "sk_name"),
  token(
    "langsmith-key",
    "lsv2_",
    /lsv2_(?:pt|sk)_[0-9a-f]{24,}(?:_[0-9a-f]+)?/,
    "lsv2_pt_{hex:32}_{hex:10}",
    "lsv2_pt",
  ),
  token("nvidia-key", "nvapi-", /nvapi-[\w-]{32,}/, "nvapi-{alnum:64}", "nvapi-x"),
  token("weights-and-biases-key", "wandb_v1_", /wandb_v1_[\w-]{20,}/, "wandb_v1_{alnum:60}", "wandb_v1"),
  token(
    "tavily-or-firecrawl-key",
    "tvly- fc-",
    /(?:tvly|fc)-(?:dev-|prod-)?(?=[A-Za-z]*\d)[A-Za-z0-9]{24,}/,
    "tvly-dev-{alnum:32}",
    "fc-barcelona",
  ),
  token("jina-or-voyage-key", "jina_ pa-", /jina_[A-Za-z0-9_-]{32,}|pa-[\w-]{40,}/, "jina_{alnum:60}", "pa-system"),
  token("e2b-or-daytona-key", "e2b_ dtn_", /(?:e2b|dtn)_[0-9a-f]{32,}/, "e2b_{hex:40}", "e2b_team"),
  token("ephemeral-key", "ek_", /ek_[0-9a-f]{24,}/, "ek_{hex:32}", "ek_short"),
];
