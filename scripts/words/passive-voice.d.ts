declare module "passive-voice" {
  /** Finds a form of "to be" before a participle: where each begins, counted from 0, and its length. */
  export default function passiveVoice(text: string): readonly { readonly index: number; readonly offset: number }[];
}
