import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { FailureNote } from '../../../src/renderer/parts/failure-note.tsx'
import { HelpContext } from '../../../src/renderer/parts/help-context.ts'

const ERROR = {
  category: 'AUTH',
  message: 'OpenAI did not accept the key.',
  retryable: false,
  httpStatus: 401,
} as const

it('says what happened, and leads from an error to its section of the help', () => {
  const shown = (failure: Parameters<typeof FailureNote>[0]['failure'], hasHelp = true) =>
    renderToStaticMarkup(
      <HelpContext value={hasHelp ? () => undefined : null}>
        <FailureNote failure={failure} />
      </HelpContext>,
    )

  expect(shown(ERROR)).toMatch(
    /role="alert">OpenAI did not accept the key\..*aria-label="Help: The key was not accepted"/,
  )
  expect(shown(ERROR, false)).not.toContain('<button')
  expect(shown('It is not there.')).toMatch(/role="alert">It is not there\.<\/p>$/)
  expect(shown(null)).toBe('')
})
