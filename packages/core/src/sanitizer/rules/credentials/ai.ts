import type { BuiltInRule } from "../../engine/rule.ts";
import { token } from "./token.ts";

/** Keys of AI model providers and related tools. */
export const aiRules = (): readonly BuiltInRule[] => [
  token(
    "sk-key",
    "sk-",
    /sk-[A-Za-z0-9][\w-]{7,}/,
    // Words joined by hyphens are a name, such as sk-learn-contrib.
    (text) =>
      /^sk-(?:(?:live|test|prod)-[\w-]{8}|(?:ant|proj|svcacct|admin|None|or)-[\w-]{16}|[A-Za-z-]{0,60}[0-9_]|[A-Za-z]{12})/.test(
        text,
      ),
  ),
  token("openai-session", "sess-", /sess-[A-Za-z0-9]{32,}/),
  token("hugging-face-token", "hf_ api_org_", /(?:hf_|api_org_)[A-Za-z0-9]{16,}/),
  token("perplexity-key", "pplx-", /pplx-[A-Za-z0-9]{32,}/),
  token("groq-key", "gsk_", /gsk_[A-Za-z0-9]{32,}/),
  token("xai-key", "xai-", /xai-[A-Za-z0-9]{32,}/),
  token("replicate-token", "r8_", /r8_[A-Za-z0-9]{24,}/),
  token("together-key", "tgp_v1_", /tgp_v1_[\w-]{32,}/),
  token("fireworks-key", "fw_", /fw_[A-Za-z0-9]{20,}/),
  token("langsmith-key", "lsv2_", /lsv2_(?:pt|sk)_[0-9a-f]{24,}(?:_[0-9a-f]+)?/),
  token("nvidia-key", "nvapi-", /nvapi-[\w-]{32,}/),
  token("weights-and-biases-key", "wandb_v1_", /wandb_v1_[\w-]{20,}/),
  token("tavily-or-firecrawl-key", "tvly- fc-", /(?:tvly|fc)-(?:dev-|prod-)?(?=[A-Za-z]*\d)[A-Za-z0-9]{24,}/),
  token("jina-or-voyage-key", "jina_ pa-", /jina_[A-Za-z0-9_-]{32,}|pa-[\w-]{40,}/),
  token("e2b-or-daytona-key", "e2b_ dtn_", /(?:e2b|dtn)_[0-9a-f]{32,}/),
  token("ephemeral-key", "ek_", /ek_[0-9a-f]{24,}/),
];
