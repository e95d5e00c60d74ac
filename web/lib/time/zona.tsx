import { createContext, type ReactNode, useContext } from 'react'
import { useInstalacion } from '../instalacion'

const Contexto = createContext('Europe/Madrid')

/** Loads the settings once for all times: a table has a time in each of its rows. */
export function ProveedorZona({ children }: { children: ReactNode }) {
  return <Contexto value={useInstalacion()?.zonaHoraria ?? 'Europe/Madrid'}>{children}</Contexto>
}

/** Time zone of the plant; Europe/Madrid until the settings have loaded. */
export const useZona = (): string => useContext(Contexto)
