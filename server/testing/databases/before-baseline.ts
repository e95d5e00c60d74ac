import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/**
 * A database from before the baseline: the statements that made it, and the rows of a reader, a container, its readings and its incident.
 */
export const BEFORE = gunzipSync(readFileSync(join(import.meta.dirname, 'before-baseline.sql.gz'))).toString()
