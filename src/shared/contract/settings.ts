import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import type { AttachmentBlock } from '../attachment.ts'
import { configChangeSchema, type ConfigState } from '../config-change.ts'
import type { Result } from '../result.ts'
import { WINDOW_SETTINGS } from '../window-settings.ts'
import { agentId, attachmentList, promptText } from './fields.ts'

/** The content of a prompt box. */
export interface Draft {
  readonly text: string
  /** Whether part of it was pasted, so that none of its lines is a command. */
  readonly asText: boolean
  /** Stored files that belong to the text. Missing: none. */
  readonly attachments?: readonly AttachmentBlock[]
}

/** Settings that a client may write. The engine stores its own settings (rules, budgets, folders) in the same place. */
const windowSetting = z.enum(WINDOW_SETTINGS)

/** Longest value of one setting as JSON, UTF-16 units. A layout of some hundred panes has about a tenth of it. */
const MAX_SETTING = 500_000

/** A JSON value. The transport also supports dates and big integers, but settings are stored as JSON. */
const json = z
  .unknown()
  .pipe(z.json())
  .refine((value) => JSON.stringify(value).length <= MAX_SETTING, {
    message: `A setting of the window has at most ${MAX_SETTING} characters of JSON.`,
  })

export const configContract = {
  /** config.json, without its secrets. */
  get: oc.output(type<ConfigState>()),
  /** Changes only the given settings; REFUSED if a value is not allowed. */
  update: oc.input(configChangeSchema).output(type<Result<ConfigState>>()),
  /**
   * Connects to a database as the engine would, without changing it; returns a description of it. It can be at any
   * address.
   */
  testDatabase: oc.input(z.object({ url: z.string().max(2_000) })).output(type<Result<string>>()),
}

export const settingsContract = {
  /** Returns a value that the window stores across restarts (layout, theme); null if none was stored. */
  get: oc.input(z.object({ key: z.string().max(100) })).output(type<unknown>()),
  /** Stores a value of the window. */
  set: oc.input(z.object({ key: windowSetting, value: json })).output(type<Result<null>>()),
  /**
   * Stores `value` only if the current one is still `expected` (null: none); returns whether it did. Of several
   * windows, one succeeds.
   */
  replace: oc.input(z.object({ key: windowSetting, expected: json, value: json })).output(type<Result<boolean>>()),
}

export const draftsContract = {
  /** Returns what is written in an agent's prompt box and was not sent. */
  get: oc.input(z.object({ agentId })).output(type<Draft>()),
  /** Keeps what is written in an agent's prompt box. Missing `attachments`: none. */
  set: oc
    .input(z.object({ agentId, text: promptText, asText: z.boolean(), attachments: attachmentList.optional() }))
    .output(type<Result<null>>()),
}
