import { HELP_GROUPS, type HelpTarget, isHelpPage } from '../../shared/help-pages.ts'
import { useStores } from '../hooks/app-context.ts'
import { useHelp } from '../hooks/use-stores.ts'
import { texts } from '../text/texts.ts'
import styles from './help.module.css'

const words = texts.help

/** The pages by group; the headings of the shown one stand below it. In a narrow window a list to choose from. */
export function HelpContents({ shown }: { shown: HelpTarget }) {
  const { help } = useStores()
  const pages = useHelp((state) => state.pages)
  if (pages === null) return <p className={styles.note}>{texts.common.loading}</p>
  return (
    <>
      <select
        className={styles.choice}
        aria-label={words.page}
        value={shown.page}
        onChange={({ target: { value } }) => (isHelpPage(value) ? help.show({ page: value, anchor: null }) : undefined)}
      >
        {HELP_GROUPS.map((group) => (
          <optgroup key={group} label={words.groups[group]}>
            {pages
              .filter((page) => page.group === group)
              .map(({ page, title }) => (
                <option key={page} value={page} lang="en">
                  {title}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
      <div className={styles.contents}>
        {HELP_GROUPS.map((group) => (
          <section key={group} aria-label={words.groups[group]}>
            <h3 className={styles.group}>{words.groups[group]}</h3>
            <ul className={styles.pages} lang="en">
              {pages
                .filter((page) => page.group === group)
                .map(({ page, title, headings }) => (
                  <li key={page}>
                    <HelpLink target={{ page, anchor: null }} shown={shown} title={title} />
                    {page === shown.page ? (
                      <ul className={styles.headings}>
                        {headings
                          .filter(({ level }) => level === 2)
                          .map(({ anchor, title: heading }) => (
                            <li key={anchor}>
                              <HelpLink target={{ page, anchor }} shown={shown} title={heading} />
                            </li>
                          ))}
                      </ul>
                    ) : null}
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}

interface HelpLinkProps {
  readonly target: HelpTarget
  readonly shown: HelpTarget
  readonly title: string
}

function HelpLink({ target, shown, title }: HelpLinkProps) {
  const { help } = useStores()
  const isShown = target.page === shown.page && target.anchor === shown.anchor
  return (
    <button
      type="button"
      className={styles.link}
      aria-current={isShown ? 'page' : undefined}
      onClick={() => help.show(target)}
    >
      {title}
    </button>
  )
}
