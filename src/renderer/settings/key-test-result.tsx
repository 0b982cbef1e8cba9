import type { AppError } from '../../shared/app-error.ts'
import { useCredentials } from '../hooks/use-stores.ts'
import { PROVIDERS, type ApiProviderName } from '../../shared/providers.ts'
import formStyles from '../parts/form.module.css'
import { texts } from '../text/texts.ts'

const words = texts.providerKeys

/** The result of the last test of a provider's key. */
export function KeyTestResult({ provider }: { provider: ApiProviderName }) {
  const test = useCredentials(({ tests }) => tests.get(provider))
  if (test === undefined) return null
  if (test.type === 'running')
    return (
      <p className={formStyles.testing} role="status">
        {words.testing}
      </p>
    )
  return test.result.ok ? (
    <p className={formStyles.works} role="status">
      {words.works({ models: test.result.value })}
    </p>
  ) : (
    <p className={formStyles.failure} role="status">
      {failureText(provider, test.result.error)}
    </p>
  )
}

function failureText(name: ApiProviderName, { category, httpStatus: status, message: reason }: AppError): string {
  const provider = PROVIDERS[name].label
  if (category === 'AUTH') {
    return status === undefined
      ? words.refused({ provider, reason })
      : words.refusedWithStatus({ provider, status, reason })
  }
  // Without a status, there was no answer.
  return status === undefined ? words.notTested({ reason }) : reason
}
