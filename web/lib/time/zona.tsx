import { createContext, type ReactNode, useContext } from 'react'
import { useInstalacion } from '../instalacion'

const Contexto = createContext('Europe/Madrid')

/** Asks for the settings once: a table has a time in each of its rows. */
export function ProveedorZona({ children }: { children: ReactNode }) {
  return <Contexto value={useInstalacion()?.zonaHoraria ?? 'Europe/Madrid'}>{children}</Contexto>
}

/** Zone of the plant; Europe/Madrid until the settings have arrived. */
export const useZona = (): string => useContext(Contexto)
