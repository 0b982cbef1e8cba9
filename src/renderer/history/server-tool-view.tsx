import type { ServerToolUse } from '../../shared/server-tool-use.ts'
import { CodeBlock } from '../parts/code-block.tsx'
import { Disclosure } from '../parts/disclosure.tsx'
import styles from './server-tool-view.module.css'

/** What a provider's own tool did: its search, the code that it ran, or what the code printed. All of it is data. */
export function ServerToolView({ use }: { use: ServerToolUse }) {
  if (use.type === 'search') return <p className={styles.search}>Searched the web: {use.query}</p>
  return (
    <Disclosure summary={use.type === 'code' ? 'Code run by the provider' : 'Output of the code'}>
      {use.type === 'code' ? <CodeBlock language={use.language} code={use.code} /> : null}
      {use.output === null ? null : <CodeBlock language="" code={use.output} />}
    </Disclosure>
  )
}
