import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

const VUELTAS = 4096

/**
 * The verifier that PostgreSQL stores for a password (SCRAM-SHA-256, RFC 5803), so that the password itself is in no log of the database.
 * @param clave printable ASCII, which SASLprep leaves unchanged
 */
export function verifierOf(clave: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(clave, salt, VUELTAS, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${VUELTAS}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`
}
