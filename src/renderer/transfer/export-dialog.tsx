import { useEffect, useRef, useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { fileNamePart } from '../../shared/file-bundle.ts'
import type { ConversationFormat, ExportRequest } from '../../shared/log-file.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { RadioList } from '../parts/radio-list.tsx'
import { saveFile } from '../parts/save-file.ts'
import form from '../parts/question-dialog.module.css'
import styles from './transfer-dialog.module.css'
import { formatSize } from '../parts/format-figures.ts'
import { texts } from '../text/texts.ts'
import { zipBundle } from './zip-bundle.ts'

/** Returns the name of an exported file, from the agent's name (`name`) and the date. */
function exportFileName(order: ExportRequest, name: string, today: string): string {
  const whose = order.agentId === null ? 'everything' : fileNamePart(name, 'agent')
  // Claude Code and Codex find a session by the name of its file.
  if (order.format === 'claude-code') return `${order.agentId}.jsonl`
  if (order.format === 'codex') return `rollout-${today}T00-00-00-${order.agentId}.jsonl`
  if (order.format === 'chatgpt') return 'conversations.json'
  if (order.format === 'html') return `ikigai-${whose}-${today}.html`
  if (order.format === 'markdown-folder') return `ikigai-${whose}-${today}.zip`
  return `ikigai-${whose}-${today}.${order.format === 'markdown' ? 'md' : 'jsonl'}`
}

/** Returns the media type of an exported file. */
function exportFileType({ format }: ExportRequest): string {
  if (format === 'chatgpt') return 'application/json'
  if (format === 'html') return 'text/html'
  return format === 'markdown' ? 'text/markdown' : 'application/jsonl'
}

const words = texts.transfer.export

type What = 'conversation' | 'folder' | 'family' | 'everything' | 'page' | 'comparison' | ConversationFormat

const AGENT_OPTIONS = [
  {
    value: 'conversation',
    label: words.conversation,
    note: words.conversationNote,
  },
  { value: 'folder', label: words.folder, note: words.folderNote },
  {
    value: 'family',
    label: words.family,
    note: words.familyNote,
  },
  { value: 'page', label: words.page, note: words.pageNote },
  { value: 'comparison', label: words.comparison, note: words.comparisonNote },
  { value: 'claude-code', label: words.claudeCode, note: words.claudeCodeNote },
  { value: 'codex', label: words.codex, note: words.codexNote },
  { value: 'chatgpt', label: words.chatGpt, note: words.chatGptNote },
] as const
const EVERYTHING = {
  value: 'everything',
  label: words.everything,
  note: words.everythingNote,
} as const

/** Choice of what to export. `agentId` null: all agents. */
export function ExportDialog({ agentId }: { agentId: AgentId | null }) {
  const { dialogs } = useStores()
  const name = useAgentName(agentId ?? '')
  const [what, setWhat] = useState<What>(agentId === null ? 'everything' : 'conversation')
  const { bytes, failure, start } = useExport(name)
  const close = () => dialogs.close()
  return (
    <Dialog
      title={agentId === null ? words.title : words.titleOf({ agent: name })}
      size="narrow"
      initialFocus="marked"
      onClose={close}
    >
      <form
        className={form.form}
        onSubmit={(submit) => {
          submit.preventDefault()
          void start(orderOf(what, agentId))
        }}
      >
        <RadioList<What>
          label={words.what}
          options={agentId === null ? [EVERYTHING] : [...AGENT_OPTIONS, EVERYTHING]}
          value={what}
          onChange={setWhat}
        />
        <FailureNote failure={failure} />
        <footer className={form.footer}>
          <span className={styles.note} role="status">
            {bytes === null ? '' : words.progress({ size: formatSize(bytes) })}
          </span>
          <Button tone="quiet" onClick={close}>
            {texts.common.cancel}
          </Button>
          <Button tone="primary" type="submit" disabled={bytes !== null}>
            {words.start}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

function orderOf(what: What, agentId: AgentId | null): ExportRequest {
  if (agentId === null || what === 'everything') return { format: 'log', agentId: null }
  if (what === 'conversation') return { format: 'markdown', agentId }
  if (what === 'folder') return { format: 'markdown-folder', agentId }
  if (what === 'page' || what === 'comparison') return { format: 'html', agentId, beside: what === 'comparison' }
  return { format: what === 'family' ? 'log' : what, agentId }
}

const ISO_DATE_LENGTH = 10

/**
 * Runs one export at a time, and cancels it when the dialog closes. `bytes`: received so far; null: none is running.
 */
function useExport(name: string) {
  const { dialogs, toasts } = useStores()
  const { transfer } = useActions()
  const [bytes, setBytes] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function start(order: ExportRequest): Promise<void> {
    const stop = new AbortController()
    running.current = stop
    setBytes(0)
    setFailure(null)
    const type = exportFileType(order)
    const file = await transfer.export(order, { type, signal: stop.signal, onProgress: setBytes })
    if (file === null) return
    setBytes(null)
    if (!file.ok) return setFailure(file.error.message)
    const fileName = exportFileName(order, name, new Date().toISOString().slice(0, ISO_DATE_LENGTH))
    saveFile(order.format === 'markdown-folder' ? await zipBundle(file.value) : file.value, fileName)
    dialogs.close()
    toasts.show(words.done({ file: fileName, size: formatSize(file.value.size) }))
  }
  return { bytes, failure, start }
}
