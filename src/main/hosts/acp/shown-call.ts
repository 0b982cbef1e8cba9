import { resolve } from 'node:path'

import type { Diff, ToolCallContent, ToolCallLocation, ToolKind } from '@agentclientprotocol/sdk/unstable'
import { parsePatch } from 'diff'

import { builtInTool } from '../../../shared/built-in-tools.ts'
import type { FileChange } from '../../../shared/file-changes.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { visibleText } from '../../../shared/visible-text.ts'
import { defined } from '../../../shared/defined.ts'

/** How an editor shows a call. */
export interface ShownCall {
  readonly title: string
  readonly name: string
  readonly kind: ToolKind
  readonly rawInput: JsonObject
  readonly locations: ToolCallLocation[]
}

/** The arguments that say what a call is about, the most telling first. */
const SUBJECTS = ['command', 'path', 'pattern', 'url', 'query'] as const
const MAX_TITLE = 200

/** Returns the kind of a tool's calls; `other` for tools of servers. */
export function toolKind(tool: string): ToolKind {
  return builtInTool(tool)?.shownAs ?? 'other'
}

/** Returns the title of a call: the tool, and the first line of what it is about. */
export function callTitle(tool: string, subject: string): string {
  const line = visibleText(subject.split('\n', 1)[0] ?? '')
  const text = line === '' ? tool : `${tool}: ${line}`
  return text.length <= MAX_TITLE ? text : `${text.slice(0, MAX_TITLE - 1).toWellFormed()}…`
}

/** Describes a call with complete arguments. `folder`: the agent's, absolute. */
export function shownCall(name: string, input: JsonObject, folder: string): ShownCall {
  const subject = SUBJECTS.map((key) => input[key]).find((value) => typeof value === 'string') ?? ''
  return {
    title: callTitle(name, subject),
    name,
    kind: toolKind(name),
    rawInput: input,
    locations: locations(name, input, folder),
  }
}

function locations(name: string, { path, offset }: JsonObject, folder: string): ToolCallLocation[] {
  if (builtInTool(name)?.made !== 'program' || typeof path !== 'string' || path === '') return []
  return [{ path: resolve(folder, path), ...defined({ line: typeof offset === 'number' ? offset : undefined }) }]
}

/** A text as the content of a call; nothing if it is empty. */
export function textContent(text: string): ToolCallContent[] {
  return text === '' ? [] : [{ type: 'content', content: { type: 'text', text } }]
}

/** Returns the change of a file as diffs, one for each hunk. `path`: absolute. Empty: it has no lines to show. */
export function changeDiffs(path: string, { hunks, oldSize, newSize }: Omit<FileChange, 'path'>): ToolCallContent[] {
  const shown = hunks ?? []
  return shown.map((hunk) => ({
    type: 'diff',
    path,
    oldText: oldSize === null ? null : side(hunk, '-'),
    newText: newSize === null ? '' : side(hunk, '+'),
  }))
}

/** Returns the diffs of an edit's preview, a unified diff; null: it is none, or is cut. */
export function previewDiffs(preview: string): ToolCallContent[] | null {
  try {
    const [patch, ...others] = parsePatch(preview)
    const path = patch?.newFileName ?? ''
    if (patch === undefined || others.length > 0 || patch.hunks.length === 0 || path === '') return null
    const isNew = patch.oldFileName === '/dev/null'
    return patch.hunks.map((hunk): Diff & { type: 'diff' } => ({
      type: 'diff',
      path,
      oldText: isNew ? null : side(hunk, '-'),
      newText: side(hunk, '+'),
    }))
  } catch {
    return null
  }
}

/** The lines of one side of a hunk, with those that both have. */
function side({ lines }: { readonly lines: readonly string[] }, mark: '-' | '+'): string {
  const kept: string[] = []
  let ends = true
  for (const [index, line] of lines.entries()) {
    const sign = line[0]
    if (sign === '\\') {
      const before = lines[index - 1]?.[0]
      if (before === mark || before === ' ') ends = false
    } else if (sign === ' ' || sign === mark) kept.push(line.slice(1))
  }
  return kept.length === 0 ? '' : `${kept.join('\n')}${ends ? '\n' : ''}`
}
