import type { Withheld } from '../../shared/withheld.ts'
import { shortAgentId } from '../../shared/ids.ts'
import form from '../parts/question-dialog.module.css'
import { texts } from '../text/texts.ts'

const words = texts.transfer.withheld

/** What a file had and the imported agents did not get, for a decision on each. */
export function WithheldList({ withheld }: { readonly withheld: readonly Withheld[] }) {
  return (
    <div className={form.form}>
      <p className={form.caption}>{words.about}</p>
      <ul aria-label={words.label}>
        {withheld.map(({ agentId, right, value }) => (
          <li key={`${agentId ?? ''} ${right} ${value}`}>
            {agentId === null ? '' : `${shortAgentId(agentId)}: `}
            {sentence(right, value)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function sentence(right: Withheld['right'], value: string): string {
  const text = words[right]
  return typeof text === 'string' ? text : text({ value })
}
