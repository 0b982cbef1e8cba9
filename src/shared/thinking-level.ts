/** The levels of docs/behaviour/thinking.md#levels; each provider's table defines their meaning for a model. */
export const THINKING_LEVELS = ['none', 'low', 'med', 'high'] as const
export type ThinkingLevel = (typeof THINKING_LEVELS)[number]

/** The level of a model named without one, for every provider (docs/behaviour/models.md#levels-in-names). */
export const DEFAULT_THINKING_LEVEL: ThinkingLevel = 'med'

export function isThinkingLevel(text: string): text is ThinkingLevel {
  return (THINKING_LEVELS as readonly string[]).includes(text)
}
