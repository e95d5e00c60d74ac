import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { fechaHora } from '../lib/formato'
import { empresasQuery } from '../lib/opciones'
import { useEmpresa } from '../lib/session/empresa'
import { useSesion } from '../lib/session/sesion'
import { useZona } from '../lib/time/zona'
import { useEnPapel } from '../ui/theme/papel'

/** Header of a printed page: company, and time of the data. */
export function CabeceraPapel() {
  const enPapel = useEnPapel()
  const sesion = useSesion()
  const elegida = useEmpresa()
  const zona = useZona()
  // Fetched before anybody prints: printing does not wait for queries.
  const { data: empresas } = useQuery({ ...empresasQuery, enabled: useSesion()?.rol !== 'tercero' })
  if (!enPapel) return null
  const id = elegida ?? (sesion?.is_admin ? undefined : sesion?.empresa)
  const empresa =
    id === undefined ? 'Todas las empresas' : (empresas?.find((e) => e.id === id)?.nombre ?? `Empresa ${id}`)
  return (
    <Box sx={{ fontSize: 10, px: 4, pb: 1 }}>
      Retorna · {empresa} · {fechaHora(new Date().toISOString(), zona)} · {location.pathname}
    </Box>
  )
}
