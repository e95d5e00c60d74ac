import { demasiadas } from '../http/errores'

/** Files that one process makes at once: each holds a connection to the database and a share of the processor. */
const A_LA_VEZ = 4
/** Of these, the ones of one person: who forgets a download keeps nobody else from theirs. */
const POR_PERSONA = 2
const SEGUNDOS = 10

const ocupadas = new Map<number, number>()
const todas = () => [...ocupadas.values()].reduce((n, suyas) => n + suyas, 0)

/**
 * Take one of the places in which files are made. Throws 429 where the person, or this process, has no more of them.
 * @returns gives it back
 */
export function takePlaza(usuario: number): () => void {
  const suyas = ocupadas.get(usuario) ?? 0
  if (suyas >= POR_PERSONA)
    throw demasiadas(
      SEGUNDOS,
      `Ya tiene ${POR_PERSONA} exportaciones en marcha. Espere a que termine alguna, o cancélela.`,
    )
  if (todas() >= A_LA_VEZ)
    throw demasiadas(SEGUNDOS, 'Hay demasiadas exportaciones en marcha. Espere a que termine alguna.')
  ocupadas.set(usuario, suyas + 1)
  return () => {
    const quedan = (ocupadas.get(usuario) ?? 1) - 1
    if (quedan > 0) ocupadas.set(usuario, quedan)
    else ocupadas.delete(usuario)
  }
}
