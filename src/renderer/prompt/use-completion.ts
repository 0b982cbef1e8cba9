import { useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'

import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useDrafts } from '../hooks/use-stores.ts'
import { completionSource } from './completion-source.ts'
import { canBeAttached, mentionAt } from './mention.ts'
import { completePrompt, type Completion } from './prompt-completion.ts'
import { useFileLookup } from './use-file-lookup.ts'

export interface OpenCompletion extends Completion {
  /** Index of the active option; -1: none. */
  readonly active: number
}

export interface PromptCompletion {
  /** The open list; null: closed. */
  readonly open: OpenCompletion | null
  /** Updates the completions after text was typed. */
  typed(box: HTMLTextAreaElement): void
  /** Updates or closes an open list after the cursor moved; a closed list stays closed. */
  moved(box: HTMLTextAreaElement): void
  close(): void
  accept(index: number): void
  /** Handles Tab, arrows, Enter and Esc while the list is open; returns whether it handled the key. */
  takeKey(key: KeyboardEvent<HTMLTextAreaElement>): boolean
}

/**
 * Completes commands and their arguments from the command table and the window's stores, and `@path` from the agent's
 * working folder and from MCP servers. `onEnter` is called for an Enter that was pressed while files were looked up of which none matched.
 */
export function useCompletion(
  agentId: AgentId,
  box: RefObject<HTMLTextAreaElement | null>,
  onEnter: () => void,
): PromptCompletion {
  const stores = useStores()
  const { attachments } = useActions()
  const [open, setOpen] = useState<OpenCompletion | null>(null)
  /** The newest list. A key can be pressed before it is drawn, and must not act on the one before it. */
  const newest = useRef<OpenCompletion | null>(null)
  /** The text that the list or the running lookup is for; null: neither. */
  const completedText = useRef<string | null>(null)
  const lookup = useFileLookup(agentId, box, (completion, waitingKey) => {
    show(completion)
    if (waitingKey === null) return
    if (completion !== null) accept(completion, 0)
    else if (waitingKey === 'Enter') onEnter()
  })

  const loadNames = useNameLookup(agentId, box, look)

  useTextChange(agentId, (text) => {
    const isStale = completedText.current !== null && completedText.current !== text
    if (isStale && box.current !== null) look(box.current)
  })

  function put(list: OpenCompletion | null): void {
    newest.current = list
    setOpen(list)
  }

  function show(completion: Completion | null): void {
    put(completion === null ? null : { ...completion, active: completion.preselected })
  }

  function close(): void {
    completedText.current = null
    lookup.stop()
    put(null)
  }

  function look({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): void {
    if (selectionStart !== selectionEnd) return close()
    const { asText } = stores.drafts.draftOf(agentId)
    const mention = mentionAt(value, selectionStart, asText)
    completedText.current = value
    if (mention !== null) return lookup.start(value, mention)
    // Plain text contains no commands to complete.
    if (asText) return close()
    lookup.stop()
    loadNames(value)
    show(completePrompt(value, selectionStart, completionSource(stores, agentId)))
  }

  function accept({ from, to, options }: Completion, index: number): void {
    const [element, option] = [box.current, options[index]]
    if (element === null || option === undefined) return
    const { value } = element
    const cursor = from + option.text.length
    completedText.current = null
    // The text must be in the box before the cursor can be placed after it.
    flushSync(() => stores.drafts.type(agentId, value.slice(0, from) + option.text + value.slice(to)))
    element.focus()
    element.setSelectionRange(cursor, cursor)
    look(element)
    const { file } = option
    if (file !== undefined && canBeAttached(file)) void attachments.attachPath(agentId, file.path, file.bytes)
  }

  /** Returns whether the list has a use for the key. */
  function take(key: string, completion: OpenCompletion): boolean {
    const active = activeAfter(key, completion)
    if (active !== null) put({ ...completion, active })
    else if (key === 'Escape') close()
    else if (key === 'Tab' || (key === 'Enter' && completion.active !== -1))
      accept(completion, Math.max(completion.active, 0))
    else return false
    return true
  }

  return {
    open,
    close,
    accept: (index) => (open === null ? undefined : accept(open, index)),
    typed: look,
    moved: (element) => (open === null || element.selectionStart === open.to ? undefined : look(element)),
    takeKey(key) {
      const list = newest.current
      const isTaken = isPlainKey(key) && (lookup.waits(key.key) || (list !== null && take(key.key, list)))
      if (isTaken) key.preventDefault()
      return isTaken
    },
  }
}

/**
 * Calls `onChange` when the box shows another text, typed or not: a prompt is removed from the box when the engine has
 * accepted it, and the next one may have been begun by then.
 */
function useTextChange(agentId: AgentId, onChange: (text: string) => void): void {
  const text = useDrafts(({ texts }) => texts.get(agentId) ?? '')
  const onTextChanged = useEffectEvent(() => onChange(text))
  useLayoutEffect(() => onTextChanged(), [text])
}

/** Returns the option that an arrow key makes active, null: another key. The ends of the list are joined. */
function activeAfter(key: string, { options, active }: OpenCompletion): number | null {
  if (key === 'ArrowDown') return (active + 1) % options.length
  if (key === 'ArrowUp') return (Math.max(active, 0) - 1 + options.length) % options.length
  return null
}

function isPlainKey({ shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return !shiftKey && !altKey && !ctrlKey && !metaKey
}

/**
 * Returns a function that loads the names that a typed command is completed with: the agent's marks and the prompt
 * templates of its folder. `onChange` is called if the templates differ from those that were known and the command is
 * still being typed.
 */
function useNameLookup(
  agentId: AgentId,
  box: RefObject<HTMLTextAreaElement | null>,
  onChange: (box: HTMLTextAreaElement) => void,
): (value: string) => void {
  const { folders: known, marks } = useStores()
  const { folders } = useActions()

  async function load(value: string): Promise<void> {
    const [isChanged, element] = [await folders.loadTemplates(agentId), box.current]
    if (isChanged && element?.value.startsWith(value) === true) onChange(element)
  }

  return (value) => {
    if (!value.startsWith('/')) return
    // Marks may be older than the loaded events. They are loaded by the time the cursor reaches the argument.
    void marks.load(agentId)
    // The files may have changed since the last command.
    const isNew = value === '/' || !known.getState().templates.has(agentId)
    if (isNew) void load(value)
  }
}
