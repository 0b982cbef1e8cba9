import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import type { UpdateNews, UpdateState } from '../app-update.ts'
import type { Result } from '../result.ts'
import type { MachineFact } from '../machine-facts.ts'
import type { FreedSpace, RoomReport } from '../room.ts'
import { MAX_REASON, type RedactionPreview, type RedactionReport } from '../redaction.ts'
import { agentId, eventId } from './fields.ts'
import type { FlightRecording } from '../flight-recorder.ts'
import type { HelpPageSummary } from '../help-library.ts'
import { HELP_PAGES } from '../help-pages.ts'
import type { HelpHit } from '../help-search.ts'

export const backupsContract = {
  /** Makes a scheduled backup now, and waits for its end. The status of the engine says how the last one ended. */
  run: oc.output(type<Result<null>>()),
}

export const healthContract = {
  /**
   * Reads every page of the database now, and resolves when that has ended. What was found is in the status of the engine.
   * Changes nothing.
   */
  check: oc.output(type<Result<null>>()),
  /**
   * Returns what ikigai needs on this machine and what there is of it, each with the command that adds it. Changes nothing and
   * makes no connection; the keychain may ask the user to unlock it.
   */
  machine: oc.output(type<readonly MachineFact[]>()),
}

export const roomContract = {
  /** Returns how much of the disk the log and its files take, by kind. */
  sizes: oc.output(type<Result<RoomReport>>()),
  /** Frees the space of the database that holds nothing. Agents go on meanwhile. STORAGE while another engine does it. */
  free: oc.output(type<Result<FreedSpace>>()),
}

/** An event, and those that repeat it; without `eventId` all events of the agent. */
const target = z.object({ agentId, eventId: eventId.optional() })

export const redactionContract = {
  /** Returns what a redaction would remove. REFUSED if there is nothing left to redact. */
  preview: oc.input(target).output(type<Result<RedactionPreview>>()),
  /**
   * Replaces content by tombstones. It cannot be undone. Only people may use it: no command, tool or server reaches it.
   * REFUSED while the agent or a descendant answers.
   */
  run: oc
    .input(target.extend({ reason: z.string().trim().max(MAX_REASON).optional() }))
    .output(type<Result<RedactionReport>>()),
}

export const updatesContract = {
  /** Returns what is known about newer versions. Makes no connection. */
  state: oc.output(type<UpdateState>()),
  /** Asks for a newer version now, where the setting `updates` allows it, and returns what is known then. */
  check: oc.output(type<UpdateState>()),
  /**
   * Loads the newer version, checks its signature, and replaces this one with it, which restarts ikigai. REFUSED while agents
   * run, unless `whileRunning`: their turns are ended; and where a user installs it (`command` of the state).
   */
  install: oc.input(z.object({ whileRunning: z.boolean() })).output(type<Result<UpdateState>>()),
  /** Returns what is new in the version that runs, in at most ten lines. */
  news: oc.output(type<UpdateNews>()),
}

export const recorderContract = {
  /** The last minute of the engine: names of operations, sizes and times, nothing of messages. Empty: it never ran. */
  read: oc.output(type<FlightRecording>()),
  /** Begins or ends recording, until the engine closes. It is off at the start. */
  set: oc.input(z.object({ isOn: z.boolean() })).output(type<Result<null>>()),
}

const page = z.enum(HELP_PAGES.map((each) => each.page))

/** The pages of the help, in English. */
export const helpContract = {
  /** Returns the pages with their headings, in the order of the help. */
  pages: oc.output(type<Result<readonly HelpPageSummary[]>>()),
  /** Returns a page as Markdown; its pictures are in it. */
  page: oc.input(z.object({ page })).output(type<Result<string>>()),
  /** Returns the sections that contain every word, the best first, at most 30. */
  search: oc.input(z.object({ query: z.string().max(500) })).output(type<Result<readonly HelpHit[]>>()),
}
