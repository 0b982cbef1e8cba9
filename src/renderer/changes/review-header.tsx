import { X } from 'lucide-react'

import type { ReviewScope } from '../../shared/file-changes.ts'
import { Button } from '../parts/button.tsx'
import { Choices } from '../parts/choices.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import viewStyles from '../parts/window-view.module.css'
import { useCommandKeys } from '../hooks/use-command-keys.ts'
import type { ReviewSubject } from '../store/window-view-store.ts'
import { texts } from '../text/texts.ts'
import type { ReviewedFile } from './file-groups.ts'
import { FolderMenu, ScopeMenu } from './review-menus.tsx'
import styles from './review.module.css'
import { UndoAll } from './undo-all.tsx'
import type { useReview } from './use-review.ts'

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
      <span className={viewStyles.space} />
      <span className={styles.progress}>{words.view.progress({ kept, files: files.length })}</span>
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
