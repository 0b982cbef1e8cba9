import type { Post } from './post-request.ts'

/** A request that breaks a rule, a similar one that does not, and the error for the broken one. */
export interface RuleCase {
  readonly rule: string
  readonly broken: Post
  readonly valid: Post
  /** Values of the placeholders in the rule's documented body. */
  readonly values?: Readonly<Record<string, string | number>>
  /** Set if the documented text contains an example instead of a placeholder. */
  readonly message?: string
  readonly param?: string
}
