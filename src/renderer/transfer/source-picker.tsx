import { FolderOpen, FileUp } from 'lucide-react'
import { useEffect, useRef } from 'react'

import type { SourceFile } from '../actions/session-import-actions.ts'
import { useDrop } from '../hooks/use-file-drop.ts'
import { Button } from '../parts/button.tsx'
import { texts } from '../text/texts.ts'
import { chosenSources, droppedSources } from './source-files.ts'
import styles from './transfer-dialog.module.css'

const words = texts.transfer.source

interface SourcePickerProps {
  onFiles(files: readonly SourceFile[]): void
}

/** A zone for files and folders of any tool, and the system's dialogs to choose them. */
export function SourcePicker({ onFiles }: SourcePickerProps) {
  const take = (files: readonly SourceFile[]): void => {
    if (files.length > 0) onFiles(files)
  }
  const drop = useDrop((data) => void droppedSources(data).then(take))
  const filesField = useRef<HTMLInputElement>(null)
  const folderField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // React knows no attribute for it.
    if (folderField.current !== null) folderField.current.webkitdirectory = true
  }, [])
  return (
    <section className={styles.zone} aria-label={words.zone} data-over={drop.isOver} {...drop.handlers}>
      <p className={styles.zoneTitle}>{words.drop}</p>
      <p className={styles.status}>{words.tools}</p>
      <div className={styles.zoneButtons}>
        <Button data-first-focus onClick={() => filesField.current?.click()}>
          <FileUp aria-hidden /> {words.chooseFiles}
        </Button>
        <Button tone="quiet" onClick={() => folderField.current?.click()}>
          <FolderOpen aria-hidden /> {words.chooseFolder}
        </Button>
      </div>
      <input
        ref={filesField}
        type="file"
        multiple
        hidden
        aria-label={words.files}
        onChange={(change) => take(chosenSources(change.target.files))}
      />
      <input
        ref={folderField}
        type="file"
        hidden
        aria-label={words.folder}
        onChange={(change) => take(chosenSources(change.target.files))}
      />
    </section>
  )
}
