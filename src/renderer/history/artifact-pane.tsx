import { ChevronLeft, ChevronRight, Maximize2, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentId } from '../../shared/ids.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useStores } from '../hooks/app-context.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import { useArtifacts, useViews } from '../hooks/use-stores.ts'
import { Dialog } from '../parts/dialog.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { LongText } from '../parts/long-text.tsx'
import { renderMarkdown } from '../parts/markdown-view.tsx'
import { previewKind, saveName } from '../parts/rich/code-facts.ts'
import { LoadedPreview } from '../parts/rich/loaded-preview.tsx'
import { MarkdownContext } from '../parts/rich/markdown-context.ts'
import { type ShownArtifact, showArtifact } from '../store/artifact-store.ts'
import viewStyles from '../parts/window-view.module.css'
import { texts } from '../text/texts.ts'
import styles from './artifact-pane.module.css'
import { artifactVersions } from './artifact-versions.ts'
import { PdfFile, SaveStoredFile } from './stored-file.tsx'

const words = texts.pane.artifact
const NO_EVENTS: readonly AgentEvent[] = []
const ONE_VERSION = { versions: [], index: 0 }

/** A page or a document beside the conversation; nothing while none is shown. */
export function ArtifactPane({ agentId }: { readonly agentId: AgentId }) {
  const shown = useArtifacts(({ open }) => open.get(agentId))
  return shown === undefined ? null : (
    <OpenArtifact key={keyOf(shown)} agentId={agentId} shown={shown} fillsWindow={false} />
  )
}

/** A page or a document over the whole window, where no conversation has room beside it. */
export function ArtifactDialog({ agentId }: { readonly agentId: AgentId }) {
  const shown = useArtifacts(({ open }) => open.get(agentId))
  return shown === undefined ? null : <OpenArtifact key={keyOf(shown)} agentId={agentId} shown={shown} fillsWindow />
}

/** A PDF begins at its first page; the versions of a page follow each other in one place. */
function keyOf(shown: ShownArtifact): string {
  return 'pdf' in shown ? shown.pdf.sha256 : 'code'
}

interface OpenArtifactProps {
  readonly agentId: AgentId
  readonly shown: ShownArtifact
  /** Whether it never stands beside the conversation. */
  readonly fillsWindow: boolean
}

function OpenArtifact({ agentId, shown, fillsWindow }: OpenArtifactProps) {
  const { artifacts } = useStores()
  const [isFull, setFull] = useState(fillsWindow)
  const [page, setPage] = useState(1)
  const section = useRef<HTMLElement>(null)
  const events = useViews(({ views }) => views.get(agentId)?.events) ?? NO_EVENTS
  const { versions, index } = 'pdf' in shown ? ONE_VERSION : artifactVersions(events, shown)
  const name = 'pdf' in shown ? visibleText(shown.fileName) : (shown.fileName ?? shown.language)
  useEffect(() => section.current?.focus(), [])
  const show = (version: ShownArtifact | undefined): void => {
    if (version !== undefined) showArtifact(artifacts, agentId, version)
  }

  function close(): void {
    showArtifact(artifacts, agentId, null)
    promptElement(agentId)?.focus()
  }

  function onKeyDown(key: KeyboardEvent): void {
    if (key.key !== 'Escape' || key.defaultPrevented) return
    key.preventDefault()
    key.stopPropagation()
    close()
  }

  const arrows =
    versions.length < 2 ? null : (
      <VersionSteps count={versions.length} index={index} onStep={(step) => show(versions[index + step])} />
    )
  if (isFull) {
    return (
      <Dialog
        title={words.label({ name })}
        size="screen"
        initialFocus="layer"
        onClose={fillsWindow ? close : () => setFull(false)}
      >
        {arrows === null ? null : <div className={styles.bar}>{arrows}</div>}
        <div className={styles.full}>
          <ArtifactPage shown={shown} name={name} page={page} onPage={setPage} />
        </div>
      </Dialog>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it handles the keys of its contents
    <section
      ref={section}
      className={styles.artifact}
      aria-label={words.label({ name })}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <header className={styles.header}>
        <h3 className={`${viewStyles.title} ${styles.name}`}>{name}</h3>
        {arrows}
        <IconButton label={words.full} onClick={() => setFull(true)}>
          <Maximize2 />
        </IconButton>
        <IconButton label={words.close} shortcut="Esc" onClick={close}>
          <X />
        </IconButton>
      </header>
      <div className={styles.page}>
        <ArtifactPage shown={shown} name={name} page={page} onPage={setPage} />
      </div>
    </section>
  )
}

interface ArtifactPageProps {
  readonly shown: ShownArtifact
  readonly name: string
  /** Of a PDF: the page that is shown, from 1. */
  readonly page: number
  onPage(page: number): void
}

function ArtifactPage({ shown, name, page, onPage }: ArtifactPageProps) {
  if ('pdf' in shown) {
    return (
      <PdfFile file={shown.pdf} page={page} onPage={onPage}>
        <SaveStoredFile file={shown.pdf} />
      </PdfFile>
    )
  }
  const kind = previewKind(shown, shown.code)
  if (kind === null) {
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll it
      <div className={styles.text} tabIndex={0}>
        <LongText text={visibleText(shown.code)} />
      </div>
    )
  }
  return (
    <MarkdownContext value={renderMarkdown}>
      <LoadedPreview key={shown.code} kind={kind} code={shown.code} name={name} saveAs={saveName(shown)} fills />
    </MarkdownContext>
  )
}

interface VersionStepsProps {
  readonly count: number
  /** From 0. */
  readonly index: number
  onStep(step: -1 | 1): void
}

/** Goes through the versions of an artifact in the answers. */
function VersionSteps({ count, index, onStep }: VersionStepsProps) {
  return (
    <span className={styles.versions} role="group" aria-label={words.versions}>
      <IconButton label={words.previous} size="small" disabled={index === 0} onClick={() => onStep(-1)}>
        <ChevronLeft />
      </IconButton>
      <span role="status">{words.version({ number: index + 1, count })}</span>
      <IconButton label={words.next} size="small" disabled={index === count - 1} onClick={() => onStep(1)}>
        <ChevronRight />
      </IconButton>
    </span>
  )
}
