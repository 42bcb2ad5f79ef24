import type { RequestCode, TaskCode } from "./catalog-codes.ts";

/**
 * A code as `catalog.error` takes it, or a sentence that the compiler shows in its complaint. Only a wrong code costs the
 * compiler more than a look.
 */
export type CheckedRequestCode<Codes, Code extends string> = string extends Code
  ? RequestCode<Codes>
  : Code extends RequestCode<Codes>
    ? Code
    : Code extends TaskCode<Codes>
      ? `${Code} stands inside the response of a task; use taskError`
      : NoInfer<Complaint<Code, RequestCode<Codes>>>;

/** A code as `catalog.taskError` takes it, or a sentence that the compiler shows in its complaint. */
export type CheckedTaskCode<Codes, Code extends string> = string extends Code
  ? TaskCode<Codes>
  : Code extends TaskCode<Codes>
    ? Code
    : Code extends RequestCode<Codes>
      ? `${Code} answers a request; use error`
      : NoInfer<Complaint<Code, TaskCode<Codes>>>;

/** A code that is being typed is the beginning of some. An editor then offers those, and shows no sentence. */
type Complaint<Wrong extends string, Known extends string> = [Beginning<Wrong, Known>] extends [never]
  ? `${Wrong} is not a code of this catalog${DidYouMean<Near<Wrong, Known>>}`
  : Beginning<Wrong, Known>;

type Beginning<Wrong extends string, Known extends string> = Known extends `${Wrong}${string}` ? Known : never;

type DidYouMean<Code extends string> = [Code] extends [never] ? "" : `; did you mean ${Code}?`;

/** The codes that a wrong one may have meant: with another prefix, or with a few other characters in one place. */
type Near<Wrong extends string, Known extends string> = Known extends `${string}_${Wrong}`
  ? Known
  : Wrong extends `${string}_${Known}`
    ? Known
    : IsNear<Wrong, Known> extends true
      ? Known
      : never;

/** Whether two words agree, except for up to two characters of each after their common beginning. */
type IsNear<A extends string, B extends string> = string extends A
  ? false
  : A extends `${infer First}${infer RestOfA}`
    ? B extends `${First}${infer RestOfB}`
      ? IsNear<RestOfA, RestOfB>
      : Agree<Ends<A>, Ends<B>>
    : Agree<Ends<A>, Ends<B>>;

type Agree<A extends string, B extends string> = [A & B] extends [never] ? false : true;

/** A word, and what is left of it without its first character and without its first two. */
type Ends<Word extends string> = Word | Tail<Word> | Tail<Tail<Word>>;

type Tail<Word extends string> = Word extends `${string}${infer Rest}` ? Rest : never;
