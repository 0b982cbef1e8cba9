import { Menu } from '@base-ui/react/menu'
import { X } from 'lucide-react'

import { isChangeScope, type ReviewScope } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { Button } from '../parts/button.tsx'
import { Choices } from '../parts/choices.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import menuStyles from '../parts/menu.module.css'
import viewStyles from '../parts/window-view.module.css'
import { useCommandKeys } from '../hooks/use-command-keys.ts'
import type { ReviewSubject } from '../store/window-view-store.ts'
import { texts } from '../text/texts.ts'
import { AgentLeaf } from './agent-leaf.tsx'
import type { AgentChanges, ReviewedFile } from './file-groups.ts'
import { FolderMenu, ScopeMenu } from './review-menus.tsx'
import styles from './review.module.css'
import type { useReview } from './use-review.ts'
import { useUndoChanges } from './use-undo.ts'

const words = texts.changes

/** What stands below the header of the review. */
export type ReviewPanel = 'none' | 'base' | 'publish'

interface ReviewHeaderProps {
  readonly title: string
  readonly subject: ReviewSubject
  readonly review: ReturnType<typeof useReview>
  readonly compared: ReviewScope | null
  readonly panel: ReviewPanel
  /** Differences are shown in one column, because two do not fit. */
  readonly isNarrow: boolean
  onCompared(scope: ReviewScope | null): void
  onPanel(panel: ReviewPanel): void
  onLeave(): void
}

const LAYOUTS = [
  { value: 'split', label: words.view.split },
  { value: 'unified', label: words.view.unified },
] as const

/** What is reviewed, how far the user is, and what can be done with all of it. */
export function ReviewHeader(props: ReviewHeaderProps) {
  const { title, subject, review, compared, panel, isNarrow, onCompared, onPanel, onLeave } = props
  const { files, reviews, list, isUnified, toggleLayout } = review
  const keys = useCommandKeys()
  const isKept = (file: ReviewedFile): boolean => reviews.isFileKept(file)
  const kept = files.filter(isKept).length
  return (
    <header className={`${viewStyles.header} ${styles.header}`}>
      <h2 className={viewStyles.title}>{title}</h2>
      <ScopeMenu subject={subject} compared={compared} onCompared={onCompared} onAskBase={() => onPanel('base')} />
      <FolderMenu folder={list?.folder ?? null} />
      <span className={styles.turn} />
      <span className={styles.progress}>
        <span>{words.view.progress({ kept, files: files.length })}</span>
      </span>
      {isNarrow ? null : (
        <fieldset className={styles.layout}>
          <legend className="visually-hidden">{words.view.layout}</legend>
          <Choices
            value={isUnified ? 'unified' : 'split'}
            options={LAYOUTS}
            onChange={(layout) => (layout === (isUnified ? 'unified' : 'split') ? undefined : toggleLayout())}
          />
        </fieldset>
      )}
      <Button aria-expanded={panel === 'publish'} onClick={() => onPanel(panel === 'publish' ? 'none' : 'publish')}>
        {words.view.publish}
      </Button>
      <UndoAll all={review.all ?? []} onChanged={review.reload} />
      {files.length === 0 ? null : (
        <Button tone="primary" disabled={kept === files.length} onClick={() => reviews.keepAll(files)}>
          {words.view.keepAll}
        </Button>
      )}
      <IconButton label={words.view.leave} shortcut={keys('agent.changes')} onClick={onLeave}>
        <X />
      </IconButton>
    </header>
  )
}

interface UndoAllProps {
  readonly all: readonly AgentChanges[]
  onChanged(): void
}

/** Takes back all that an agent changed. With several agents the user says whose changes. */
function UndoAll({ all, onChanged }: UndoAllProps) {
  const changed = all.filter(
    ({ scope, list }) => isChangeScope(scope) && list.files.some((file) => file.outside !== true),
  )
  const [only, ...others] = changed
  if (only === undefined) return null
  if (others.length === 0) return <UndoButton {...only} onChanged={onChanged} />
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button />}>{words.undoAllOf}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end">
          <Menu.Popup className={menuStyles.popup}>
            {changed.map((each) => (
              <UndoItem key={each.agentId} {...each} onChanged={onChanged} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

type UndoProps = AgentChanges & Pick<UndoAllProps, 'onChanged'>

function UndoButton({ agentId, scope, onChanged }: UndoProps) {
  const undoAll = useUndoAll(agentId, scope, onChanged)
  return <Button onClick={undoAll}>{words.undoAll}</Button>
}

function UndoItem({ agentId, scope, list, onChanged }: UndoProps) {
  const undoAll = useUndoAll(agentId, scope, onChanged)
  const agent = useAgentName(agentId)
  const files = list.files.filter(({ outside }) => outside !== true).length
  return (
    <Menu.Item className={menuStyles.item} onClick={undoAll}>
      <AgentLeaf agentId={agentId} />
      {words.view.undoOf({ agent })}
      <span className={menuStyles.note}>{words.view.fileCount({ files })}</span>
    </Menu.Item>
  )
}

function useUndoAll(agentId: AgentId, scope: ReviewScope, onChanged: () => void): () => void {
  const undo = useUndoChanges(agentId, onChanged)
  return () => (isChangeScope(scope) ? void undo({ scope }) : undefined)
}
