import { z } from 'zod'

/** Why a user can fork an agent. Their order is not significant. */
export const FORK_REASONS = ['edit', 'retry', 'ask', 'race', 'evaluation', 'fork', 'judge', 'merge'] as const
export const forkReasonSchema = z.enum(FORK_REASONS)

/**
 * Why an agent was forked. `edit`: a prompt was edited. `retry`: a prompt was answered again. `ask`: several models
 * were asked at once. `race`: one of several attempts that a test command decides between. `evaluation`: a
 * task or a case of an evaluation. `fork`: any other fork by a user. `judge`, `merge`: it judges or merges the answers of
 * others. `tool`: a model forked it.
 */
export type ForkReason = (typeof FORK_REASONS)[number] | 'tool'
