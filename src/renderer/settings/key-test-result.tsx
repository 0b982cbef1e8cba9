import { useCredentials } from '../hooks/use-stores.ts'
import type { ProviderName } from '../../shared/providers.ts'
import formStyles from '../parts/form.module.css'

/** The result of the last test of a provider's key. */
export function KeyTestResult({ provider }: { provider: ProviderName }) {
  const test = useCredentials(({ tests }) => tests.get(provider))
  if (test === undefined) return null
  if (test.type === 'running')
    return (
      <p className={formStyles.testing} role="status">
        Asking the provider…
      </p>
    )
  return test.result.ok ? (
    <p className={formStyles.works} role="status">
      The key works: {test.result.value} models.
    </p>
  ) : (
    <p className={formStyles.failure} role="status">
      {test.result.error.message}
    </p>
  )
}
