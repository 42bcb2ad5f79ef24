import { type Examples, token } from "../proof.examples.ts";

export const aiExamples: Examples = {
  "sk-key": token("sk-{alnum:48}", "sk-learn-contrib"),
  "openai-session": token("sess-{alnum:40}", "sess-1"),
  "hugging-face-token": token("hf_{alnum:34}", "hf_model_name"),
  "perplexity-key": token("pplx-{alnum:48}", "pplx-7b-online"),
  "groq-key": token("gsk_{alnum:52}", "gsk_x"),
  "xai-key": token("xai-{alnum:80}", "xai-grok"),
  "replicate-token": token("r8_{alnum:37}", "r8_model"),
  "together-key": token("tgp_v1_{alnum:43}", "tgp_v1_x"),
  "fireworks-key": token("fw_{alnum:24}", "fw_version"),
  "langsmith-key": token("lsv2_pt_{hex:32}_{hex:10}", "lsv2_pt"),
  "nvidia-key": token("nvapi-{alnum:64}", "nvapi-x"),
  "weights-and-biases-key": token("wandb_v1_{alnum:60}", "wandb_v1"),
  "tavily-or-firecrawl-key": token("tvly-dev-{alnum:32}", "fc-barcelona"),
  "jina-or-voyage-key": token("jina_{alnum:60}", "pa-system"),
  "e2b-or-daytona-key": token("e2b_{hex:40}", "e2b_team"),
  "ephemeral-key": token("ek_{hex:32}", "ek_short"),
};
