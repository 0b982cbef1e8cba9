import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'

import { agents } from './contract/agents.ts'
import { log } from './contract/log.ts'
import { credentials, models } from './contract/models.ts'
import { queue } from './contract/queue.ts'
import { config, drafts, settings } from './contract/settings.ts'
import { approvals, budgets, tools } from './contract/tools.ts'
import type { EngineFeedItem } from './engine-state.ts'
import type { Result } from './result.ts'

/**
 * The operations of the engine for windows and other clients. The same router is served over MessagePort and WebSocket.
 * Inputs are validated; outputs are the engine's own types and are trusted. Feeds yield batches.
 */
export const contract = {
  engine: {
    /** The tree and the state of the engine: a snapshot first, then changes. */
    subscribe: oc.output(eventIterator(type<readonly EngineFeedItem[]>())),
  },
  agents,
  queue,
  log,
  models,
  credentials,
  approvals,
  budgets,
  tools,
  config,
  settings,
  confirmation: {
    /** Confirms a call with its code. Returns the proof that confirms later connections of the window too, or null. */
    give: oc.input(z.object({ code: z.string().max(100) })).output(type<Result<string | null>>()),
  },
  drafts,
}

export type Contract = typeof contract
