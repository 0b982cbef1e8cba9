import type { KeyboardEvent } from 'react'

import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { MAX_BOX_TEXT } from '../prompt/pasted-text.ts'
import { copyMarkdown } from '../parts/rich/copy-rich.ts'
import { usePaneStream } from './pane-stream-context.ts'
import { useVersionsAt } from './use-path-versions.ts'
import { defined } from '../../shared/defined.ts'

/** What a user can do with a message. */
export interface MessageActs {
  /** Null: it is no prompt, or too long for a box. */
  readonly edit: (() => void) | null
  /** Null: it is no answer. */
  readonly retry: (() => void) | null
  readonly retryWith: (() => void) | null
  /** Null: it is no prompt. */
  readonly runAgain: (() => void) | null
  /** Null: the message is no answer. */
  readonly mergeTurn: (() => void) | null
  fork(): void
  forkBefore(): void
  copy(): void
  /** Shows a neighbouring version. */
  step(by: 1 | -1): void
}

export function useMessageActs(event: AgentEvent, text: string): MessageActs {
  const { agentId } = usePaneStream()
  const { dialogs } = useStores()
  const { versions } = useActions()
  const at = useVersionsAt(event.id)
  const open = (atEventId: number, start: 'at' | 'before') =>
    dialogs.setState({
      dialog: { type: 'fork', agentId, atEventId, ...defined({ before: start === 'before' ? true : undefined }) },
    })
  const isAnswer = event.kind === 'assistant' || event.kind === 'interrupted' || event.kind === 'error'
  return {
    edit: event.kind === 'user' && text.length <= MAX_BOX_TEXT ? () => versions.edit(agentId, event.id) : null,
    retry: isAnswer ? () => void versions.retry(agentId, event.id) : null,
    retryWith: isAnswer ? () => dialogs.setState({ dialog: { type: 'retry', agentId, answerId: event.id } }) : null,
    runAgain:
      event.kind === 'user'
        ? () => dialogs.setState({ dialog: { type: 'rerun', agentId: event.agentId, promptId: event.id } })
        : null,
    mergeTurn:
      event.kind === 'assistant'
        ? () => dialogs.setState({ dialog: { type: 'merge_back', agentId: event.agentId, turn: event.id } })
        : null,
    fork: () => open(event.id, 'at'),
    forkBefore: () => open(event.id, 'before'),
    copy: () => void (isAnswer ? copyMarkdown(text) : navigator.clipboard.writeText(text)),
    step(by) {
      if (at !== null) versions.show(agentId, at, at.index + by)
    },
  }
}

/** Whether the agent that the message belongs to was killed: then no fork can begin there. */
export function useIsOfKilled(event: AgentEvent): boolean {
  return useTree(({ agents }) => isKilled(agents, event.agentId))
}

function isKilled(agents: ReadonlyMap<AgentId, AgentSummary>, agentId: AgentId): boolean {
  return agents.get(agentId)?.status === 'killed'
}

/** Runs the single key of a message that has the focus, or whose buttons have it. */
export function runMessageKey(key: KeyboardEvent<HTMLElement>, acts: MessageActs): void {
  if (key.ctrlKey || key.metaKey || key.altKey || key.defaultPrevented || takesText(key.target)) return
  if (key.target instanceof Node && !key.currentTarget.contains(key.target)) return
  const act = actOf(key, acts)
  if (act === null) return
  key.preventDefault()
  key.stopPropagation()
  act()
}

function actOf({ key, shiftKey }: KeyboardEvent, acts: MessageActs): (() => void) | null {
  switch (key.toLowerCase()) {
    case 'e':
      return shiftKey ? null : acts.edit
    case 'r':
      return shiftKey ? acts.retryWith : acts.retry
    case 'f':
      return shiftKey ? () => acts.forkBefore() : () => acts.fork()
    case 'c':
      return shiftKey ? null : () => acts.copy()
    case 'arrowleft':
      return shiftKey ? null : () => acts.step(-1)
    case 'arrowright':
      return shiftKey ? null : () => acts.step(1)
    default:
      return null
  }
}

function takesText(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], pre') !== null
}
