import type { Db } from '../../platform/db/client'
import type { Provider } from './provider'
import { findIdToken } from './repo'

/** Where the browser of this session goes to end that at the provider too; null: it was no single sign-on, or there is no such place. */
export async function findLogoutUrl(
  db: Db,
  provider: Provider | null,
  tokenHash: Buffer,
): Promise<string | null> {
  const idToken = provider && (await findIdToken(db, tokenHash))
  return idToken ? provider.logoutUrl(idToken) : null
}
