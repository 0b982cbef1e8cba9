import { Menu } from '@base-ui/react/menu'
import { Check, Code, Download, Ellipsis, Eye, Paperclip, WrapText } from 'lucide-react'
import { use, useState } from 'react'

import styles from '../code-block.module.css'
import { CopyButton } from '../copy-button.tsx'
import { formatCount } from '../format-figures.ts'
import menuStyles from '../menu.module.css'
import { PlainIconButton } from '../plain-icon-button.tsx'
import { texts } from '../../text/texts.ts'
import { saveFile } from '../save-file.ts'
import { saveName, type CodeInfo, type PreviewKind } from './code-facts.ts'
import { AttachContext, type CodeView } from './code-view-context.ts'

const words = texts.parts.code

/** The name, the size and the actions of a code block. */
export function CodeHeader(props: CodeHeaderProps) {
  const { info, code, lines, view, kind, isPreviewed, onPreview, onView } = props
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const isWrapped = view.wrap
  return (
    <figcaption className={styles.caption}>
      <span className={styles.name}>{info.fileName ?? (info.language === '' ? words.text : info.language)}</span>
      <span className={styles.lines}>{words.lines({ lines, shown: formatCount(lines) })}</span>
      {kind === null ? null : (
        <PlainIconButton label={isPreviewed ? words.code : words.preview} onClick={() => onPreview(!isPreviewed)}>
          {isPreviewed ? <Code /> : <Eye />}
        </PlainIconButton>
      )}
      <PlainIconButton
        label={words.wrap}
        aria-pressed={isWrapped}
        onClick={() => onView({ ...view, wrap: !isWrapped })}
      >
        <WrapText />
      </PlainIconButton>
      <CopyButton text={code} label={words.copy} />
      <PlainIconButton
        label={words.more}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Ellipsis />
      </PlainIconButton>
      {anchor === null ? null : <CodeMenu {...props} anchor={anchor} onClose={() => setAnchor(null)} />}
    </figcaption>
  )
}

interface CodeHeaderProps {
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
function CodeMenu({ info, code, view, kind, isPreviewed, anchor, onPreview, onView, onClose }: CodeMenuProps) {
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
