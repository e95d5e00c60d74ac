import type { Db } from '../../platform/db/client'
import type { Provider } from './provider'
import { findIdToken } from './repo'

/** Logout URL of the provider for this session; null: no single sign-on session, or the provider has no such URL. */
export async function findLogoutUrl(
  db: Db,
  provider: Provider | null,
  tokenHash: Buffer,
): Promise<string | null> {
  const idToken = provider && (await findIdToken(db, tokenHash))
  return idToken ? provider.logoutUrl(idToken) : null
}
