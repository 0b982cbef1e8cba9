import type { AppError } from '../../shared/app-error.ts'
import { useCredentials } from '../hooks/use-stores.ts'
import { PROVIDERS, type ApiProviderName } from '../../shared/providers.ts'
import formStyles from '../parts/form.module.css'

/** The result of the last test of a provider's key. */
export function KeyTestResult({ provider }: { provider: ApiProviderName }) {
  const test = useCredentials(({ tests }) => tests.get(provider))
  if (test === undefined) return null
  if (test.type === 'running')
    return (
      <p className={formStyles.testing} role="status">
        Testing the key…
      </p>
    )
  return test.result.ok ? (
    <p className={formStyles.works} role="status">
      Works · {test.result.value} models
    </p>
  ) : (
    <p className={formStyles.failure} role="status">
      {failureText(provider, test.result.error)}
    </p>
  )
}

function failureText(provider: ApiProviderName, { category, httpStatus, message }: AppError): string {
  if (category === 'AUTH') {
    const status = httpStatus === undefined ? '' : ` (${httpStatus})`
    return `Refused by ${PROVIDERS[provider].label}${status}: ${message}`
  }
  // Without a status, there was no answer.
  return httpStatus === undefined ? `Saved, not tested: ${message}` : message
}
