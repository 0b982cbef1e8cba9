import { Menu } from '@base-ui/react/menu'
import { ChevronDown, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

import type { EditTarget } from '../actions/version-actions.ts'
import type { AgentEventOf } from '../../shared/agent-event.ts'
import type { AttachmentBlock } from '../../shared/attachment.ts'
import { storedFilesOf } from '../../shared/event-files.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useUndoChanges } from '../changes/use-undo.ts'
import { useActions } from '../hooks/app-context.ts'
import { useConnection, useVersionState, useViews } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { Checkbox } from '../parts/checkbox.tsx'
import menuStyles from '../parts/menu.module.css'
import { PlainIconButton } from '../parts/plain-icon-button.tsx'
import { KindIcon } from '../prompt/attachment-chip.tsx'
import { useTemplateCall } from '../prompt/use-template-call.ts'
import { texts } from '../text/texts.ts'
import styles from './edit-prompt.module.css'
import { usePaneStream } from './pane-stream-context.ts'
import { changedAfter } from './turn-changes.ts'

const words = texts.message.editing

/** A prompt that is edited in its place: its text, its files, and where it is sent. */
export function EditPrompt({ event }: { event: AgentEventOf<'user'> }) {
  const { versions } = useActions()
  const edit = usePromptEdit(event)
  const { text, files } = edit
  const box = useRef<HTMLTextAreaElement>(null)
  const asked = useVersionState(({ editing }) => editing)
  // Also when the open box is asked for again. A browser puts the cursor at the beginning.
  useEffect(() => {
    box.current?.focus()
    box.current?.setSelectionRange(box.current.value.length, box.current.value.length)
  }, [asked])

  function onKeyDown(key: KeyboardEvent): void {
    if (key.key === 'Escape') {
      key.preventDefault()
      versions.stopEditing()
    } else if (key.key === 'Enter' && !key.shiftKey && key.target instanceof HTMLTextAreaElement) {
      key.preventDefault()
      void edit.send('here')
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it handles the keys of its contents
    <form
      className={styles.form}
      aria-label={words.label}
      onKeyDown={onKeyDown}
      onSubmit={(submit) => {
        submit.preventDefault()
        void edit.send('here')
      }}
    >
      <EditedFiles files={files} onRemove={(file) => edit.setFiles(files.filter((each) => each !== file))} />
      <textarea
        ref={box}
        dir="auto"
        className={styles.text}
        aria-label={words.prompt}
        rows={Math.min(12, text.split('\n').length + 1)}
        value={text}
        onChange={(change) => edit.setText(change.target.value)}
      />
      <EditFooter edit={edit} />
    </form>
  )
}

interface PromptEdit {
  readonly text: string
  readonly files: readonly AttachmentBlock[]
  /** Whether the running turn answers this prompt; and whether it is stopped first. Null: it does not. */
  readonly stops: boolean | null
  /** The number of files that the agent changed since, and whether they are restored first. Null: none, or not now. */
  readonly restores: { readonly files: number; readonly isChosen: boolean } | null
  readonly offline: boolean
  readonly isReady: boolean
  readonly canReplace: boolean
  setText(text: string): void
  setFiles(files: readonly AttachmentBlock[]): void
  setStops(stops: boolean): void
  setRestores(isChosen: boolean): void
  /** Sends what was changed; closes the box without sending anything if nothing was. */
  send(target: EditTarget): Promise<void>
}

function usePromptEdit(event: AgentEventOf<'user'>): PromptEdit {
  const { agentId, running } = usePaneStream()
  const { versions } = useActions()
  const before = { text: event.content ?? '', files: storedFilesOf(event) }
  const [text, setText] = useState(before.text)
  const [files, setFiles] = useState(before.files)
  const [stops, setStops] = useState(true)
  const [isRestoring, setRestores] = useState(false)
  const [busy, setBusy] = useState(false)
  // What a template says is a prompt, even if it begins with a slash.
  const [isTemplateText, setTemplateText] = useState(false)
  const callsTemplate = useTemplateCall(agentId, agentId)
  function showTemplate(prompt: string): void {
    setTemplateText(true)
    setText(prompt)
  }
  const isAnswered = useIsNewestPrompt(event) && running
  const undo = useUndoChanges(agentId)
  const changed = changedAfter(agentId, useViews(({ views }) => views.get(agentId)?.events) ?? [], event.id)
  const mayRestore = changed !== null && (!running || (isAnswered && stops))
  const offline = useConnection(({ connection }) => connection !== 'open')
  const isReady = !busy && !offline && (text.trim() !== '' || files.length > 0)
  return {
    text,
    files,
    stops: isAnswered ? stops : null,
    restores: mayRestore ? { files: changed.files, isChosen: isRestoring } : null,
    offline,
    isReady,
    canReplace: !running || (isAnswered && stops),
    setText,
    setFiles,
    setStops,
    setRestores,
    async send(target) {
      if (!isReady) return
      if (text === before.text && files.length === before.files.length) return versions.stopEditing()
      setBusy(true)
      if (!isTemplateText && (await callsTemplate(text, showTemplate))) return setBusy(false)
      const scope = { type: 'since', eventId: event.id } as const
      const restore = mayRestore && isRestoring ? () => undo({ scope, restore: true }) : null
      const taken = await versions.send({ agentId, event, text, files, target, stops: isAnswered && stops, restore })
      setBusy(false)
      if (taken) versions.stopEditing()
    },
  }
}

interface EditedFilesProps {
  readonly files: readonly AttachmentBlock[]
  onRemove(file: AttachmentBlock): void
}

function EditedFiles({ files, onRemove }: EditedFilesProps) {
  if (files.length === 0) return null
  return (
    <ul className={styles.files} aria-label={texts.message.files.label}>
      {files.map((file) => (
        <li key={file.sha256} className={styles.file}>
          <KindIcon kind={file.kind} />
          <span className={styles.fileName}>{visibleText(file.name)}</span>
          <PlainIconButton label={words.remove({ file: visibleText(file.name) })} onClick={() => onRemove(file)}>
            <X />
          </PlainIconButton>
        </li>
      ))}
    </ul>
  )
}

function EditFooter({ edit }: { edit: PromptEdit }) {
  const { versions } = useActions()
  const { stops, restores, offline, isReady, canReplace, setStops, setRestores, send } = edit
  return (
    <footer className={styles.footer}>
      {stops === null ? null : <Checkbox label={words.stop} checked={stops} onChange={setStops} />}
      {restores === null ? null : (
        <Checkbox label={words.restore({ files: restores.files })} checked={restores.isChosen} onChange={setRestores} />
      )}
      <span className={styles.space} />
      <Button tone="quiet" onClick={() => versions.stopEditing()}>
        {texts.common.cancel}
      </Button>
      <Button tone="primary" type="submit" aria-disabled={!isReady} title={offline ? words.offline : undefined}>
        {words.send}
      </Button>
      <SendMenu canReplace={canReplace} onSend={(target) => void send(target)} />
    </footer>
  )
}

function SendMenu({ canReplace, onSend }: { canReplace: boolean; onSend: (target: EditTarget) => void }) {
  return (
    <Menu.Root>
      <Menu.Trigger render={<PlainIconButton label={words.moreWays} />}>
        <ChevronDown />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end">
          <Menu.Popup className={menuStyles.popup} aria-label={words.moreWays}>
            <Menu.Item className={menuStyles.item} onClick={() => onSend('beside')}>
              {words.beside}
            </Menu.Item>
            <Menu.Item className={menuStyles.item} disabled={!canReplace} onClick={() => onSend('replace')}>
              {words.replace}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** Returns whether the prompt is the one that a running turn answers. */
function useIsNewestPrompt({ id }: AgentEventOf<'user'>): boolean {
  const { agentId } = usePaneStream()
  return useViews(({ views }) => views.get(agentId)?.events.findLast(({ kind }) => kind === 'user')?.id === id)
}
