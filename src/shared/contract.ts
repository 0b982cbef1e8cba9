import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'

import type { ShownCode } from './confirmation.ts'
import { agentsContract } from './contract/agents.ts'
import {
  backupsContract,
  healthContract,
  helpContract,
  recorderContract,
  redactionContract,
  roomContract,
  updatesContract,
} from './contract/upkeep.ts'
import { changesContract, publishingContract } from './contract/changes.ts'
import { comparisonsContract } from './contract/comparisons.ts'
import { contentContract } from './contract/content.ts'
import { folderContract, terminalsContract } from './contract/folder.ts'
import { instructionsContract, skillsContract, templatesContract } from './contract/instructions.ts'
import { logContract } from './contract/log.ts'
import {
  credentialsContract,
  endpointsContract,
  keepWarmContract,
  limitReturnContract,
  modelsContract,
  priceContract,
  usageContract,
} from './contract/models.ts'
import { queueContract } from './contract/queue.ts'
import { evaluationsContract, racesContract, rerunsContract } from './contract/runs.ts'
import { sessionsContract } from './contract/sessions.ts'
import { configContract, draftsContract, settingsContract } from './contract/settings.ts'
import { approvalsContract, budgetsContract, toolsContract } from './contract/tools.ts'
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
  agents: agentsContract,
  comparisons: comparisonsContract,
  races: racesContract,
  reruns: rerunsContract,
  evaluations: evaluationsContract,
  queue: queueContract,
  log: logContract,
  content: contentContract,
  folder: folderContract,
  models: modelsContract,
  endpoints: endpointsContract,
  price: priceContract,
  keepWarm: keepWarmContract,
  limitReturn: limitReturnContract,
  backups: backupsContract,
  redaction: redactionContract,
  room: roomContract,
  health: healthContract,
  updates: updatesContract,
  credentials: credentialsContract,
  approvals: approvalsContract,
  budgets: budgetsContract,
  usage: usageContract,
  changes: changesContract,
  publishing: publishingContract,
  tools: toolsContract,
  instructions: instructionsContract,
  skills: skillsContract,
  templates: templatesContract,
  terminals: terminalsContract,
  config: configContract,
  settings: settingsContract,
  recorder: recorderContract,
  help: helpContract,
  confirmation: {
    // Codes belong to windows in browsers.
    /** Confirms a call with its code. Returns the proof that confirms later connections of the window too, or null. */
    give: oc.input(z.object({ code: z.string().max(100) })).output(type<Result<string | null>>()),
    /**
     * The codes that other windows wait for, all of them with each change: those for what this window may do without one. None
     * while it is not confirmed itself.
     */
    codes: oc.output(eventIterator(type<readonly (readonly ShownCode[])[]>())),
  },
  sessions: sessionsContract,
  drafts: draftsContract,
}

export type Contract = typeof contract

/** Groups that the host carries out itself: confirmations and browser sessions are nothing that the engine has. */
export const HOST_GROUPS = ['confirmation', 'sessions'] as const satisfies readonly (keyof Contract)[]

export type HostGroup = (typeof HOST_GROUPS)[number]
