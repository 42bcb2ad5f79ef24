import type { ContractCode } from "../codes/index.ts";
import type { RequestCode, TaskCode } from "./catalog-codes.ts";
import type { Beginning } from "./contract-codes.ts";
import type { Complete } from "./error-init.ts";

/**
 * A code that `catalog.error` accepts with an init, or a sentence that the compiler shows in its error. Only a wrong code costs the
 * compiler more than a lookup.
 */
export type CheckedRequestCode<Codes, Code extends string, Init = unknown> = string extends Code
  ? RequestCode<Codes>
  : Code extends RequestCode<Codes>
    ? Complete<Codes, Code, Init>
    : Code extends TaskCode<Codes>
      ? `${Code} belongs inside the response of a task; use taskError`
      : NoInfer<Complaint<Code, RequestCode<Codes>>>;

/** A code that `catalog.taskError` accepts with an init, or a sentence that the compiler shows in its error. */
export type CheckedTaskCode<Codes, Code extends string, Init> = string extends Code
  ? TaskCode<Codes>
  : Code extends TaskCode<Codes>
    ? Complete<Codes, Code, Init>
    : Code extends RequestCode<Codes>
      ? `${Code} answers a request; use error`
      : NoInfer<Complaint<Code, TaskCode<Codes>>>;

/** While a code is being typed, it is a prefix of known codes. An editor then offers those instead of showing a sentence. */
export type Complaint<Wrong extends string, Known extends string> = [Beginning<Wrong, Known>] extends [never]
  ? Wrong extends ContractCode
    ? `${Wrong} is not among the codes of the specification that this catalog uses; add it to contractCodes`
    : `${Wrong} is not a code of this catalog${DidYouMean<Near<Wrong, Known>>}`
  : Beginning<Wrong, Known>;

type DidYouMean<Code extends string> = [Code] extends [never] ? "" : `; did you mean ${Code}?`;

/** The codes that were probably meant: with a different prefix, or with a few different characters in one place. */
type Near<Wrong extends string, Known extends string> = Known extends `${string}_${Wrong}`
  ? Known
  : Wrong extends `${string}_${Known}`
    ? Known
    : IsNear<Wrong, Known> extends true
      ? Known
      : never;

/** Whether two words are equal, except for up to two characters in each right after their common beginning. */
type IsNear<A extends string, B extends string> = string extends A
  ? false
  : A extends `${infer First}${infer RestOfA}`
    ? B extends `${First}${infer RestOfB}`
      ? IsNear<RestOfA, RestOfB>
      : Agree<Ends<A>, Ends<B>>
    : Agree<Ends<A>, Ends<B>>;

type Agree<A extends string, B extends string> = [A & B] extends [never] ? false : true;

/** A word, the word without its first character, and the word without its first two. */
type Ends<Word extends string> = Word | Tail<Word> | Tail<Tail<Word>>;

type Tail<Word extends string> = Word extends `${string}${infer Rest}` ? Rest : never;
