import type { Post } from './post-request.ts'

/** One request that breaks a rule, one like it that does not, and what the broken one is told. */
export interface RuleCase {
  readonly rule: string
  readonly broken: Post
  readonly valid: Post
  /** Fills the placeholders of the rule's documented body. */
  readonly values?: Readonly<Record<string, string | number>>
  /** Where the documented text holds an example instead of a placeholder. */
  readonly message?: string
  readonly param?: string
}
