import { Menu } from '@base-ui/react/menu'
import { Check, Download, Eye, Paperclip } from 'lucide-react'
import { use } from 'react'

import menuStyles from '../menu.module.css'
import { saveFile } from '../save-file.ts'
import { texts } from '../../text/texts.ts'
import { saveName, type CodeInfo, type PreviewKind } from './code-facts.ts'
import { AttachContext, type CodeView } from './code-view-context.ts'

const words = texts.parts.code

export interface CodeHeaderProps {
  readonly info: CodeInfo
  readonly code: string
  readonly lines: number
  readonly view: CodeView
  /** Null: the code cannot be previewed. */
  readonly kind: PreviewKind | null
  readonly isPreviewed: boolean
  onPreview(isPreviewed: boolean): void
  onView(view: CodeView): void
}

interface CodeMenuProps extends CodeHeaderProps {
  readonly anchor: HTMLElement
  onClose(): void
}

/** The less frequent actions of a code block. Exists only while it is open, since an answer may have many blocks. */
export function CodeMenu({ info, code, view, kind, isPreviewed, anchor, onPreview, onView, onClose }: CodeMenuProps) {
  const attach = use(AttachContext)
  return (
    <Menu.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} sideOffset={4} align="end">
          <Menu.Popup className={menuStyles.popup} aria-label={words.menu} finalFocus={() => anchor}>
            <Menu.CheckboxItem
              className={menuStyles.item}
              checked={view.lineNumbers}
              closeOnClick
              onCheckedChange={(lineNumbers) => onView({ ...view, lineNumbers })}
            >
              {words.lineNumbers}
              <Menu.CheckboxItemIndicator className={menuStyles.note}>
                <Check aria-hidden />
              </Menu.CheckboxItemIndicator>
            </Menu.CheckboxItem>
            <Menu.Item className={menuStyles.item} onClick={() => saveFile(new Blob([code]), saveName(info))}>
              <Download aria-hidden /> {texts.message.files.save}
            </Menu.Item>
            {attach === null ? null : (
              <Menu.Item
                className={menuStyles.item}
                onClick={() => attach(new File([code], saveName(info), { type: 'text/plain' }))}
              >
                <Paperclip aria-hidden /> {texts.message.files.attach}
              </Menu.Item>
            )}
            {kind === null || isPreviewed ? null : (
              <Menu.Item className={menuStyles.item} onClick={() => onPreview(true)}>
                <Eye aria-hidden /> {words.preview}
              </Menu.Item>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
