import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Peldano, SIN_RESPONSABLE } from '#contract/cuentas/perdidas/values'
import { useCambia, useSesion } from '../lib/session/sesion'
import { useAviso } from '../ui/feedback/aviso'
import { tono } from '../ui/theme/tono'
import { opcionesQuery } from './opciones-incidencia'
import { useAsientos } from './use-asientos'

type Persona = { id: number; nombre: string }
type Props = {
  mac: string
  apodo: string
  empresa: number
  peldano: Peldano | null
  busca: Persona | null
  /** Where it was heard last. */
  lugar: string | null
}

/** Who searches for a container, and where; a person who may change things takes it or gives it to another with one click. */
export function QuienBusca({ mac, apodo, empresa, peldano, busca, lugar }: Props) {
  const sesion = useSesion()
  const cambia = useCambia()
  const aviso = useAviso()
  const { say } = useAsientos()
  const [ancla, setAncla] = useState<HTMLElement | null>(null)
  if (!busca && peldano !== 'en_busqueda') return '—'
  const tarea = busca && lugar ? ` · búscalo en ${lugar}` : ''
  const nombre = busca?.nombre ?? SIN_RESPONSABLE
  const dicho = (
    <Box component="span" title={nombre + tarea} sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
      <Box component="span" sx={{ fontWeight: 550, color: tono(busca ? 'ink' : 'amber') }}>
        {nombre}
      </Box>
      <Box component="span" sx={{ color: tono('muted') }}>
        {tarea}
      </Box>
    </Box>
  )
  if (!cambia) return dicho
  const give = (persona: Persona | null) => {
    setAncla(null)
    const hecho = persona === null ? 'Ya no lo busca nadie' : `Lo busca ${persona.nombre}`
    say.mutate(
      { contenedores: [mac], clase: 'busqueda', lleva: persona?.id ?? null, nota: null, hecho },
      { onError: (e) => aviso.error(e.message) },
    )
  }
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, maxWidth: '100%' }}>
      <Button
        size="small"
        color="inherit"
        disabled={say.isPending}
        endIcon={<ExpandMoreIcon />}
        aria-label={`Quién busca ${apodo}: ${nombre}${tarea}`}
        aria-haspopup="menu"
        aria-expanded={ancla !== null}
        onClick={(e) => setAncla(e.currentTarget)}
        sx={{ minWidth: 0, px: 1, ml: -1, fontWeight: 400, whiteSpace: 'nowrap' }}
      >
        {dicho}
      </Button>
      {!busca && sesion && (
        <Button
          size="small"
          disabled={say.isPending}
          aria-label={`Lo busco yo: ${apodo}`}
          onClick={() => give(sesion)}
          sx={{ minWidth: 0, px: 1, flex: 'none', whiteSpace: 'nowrap' }}
        >
          Lo busco yo
        </Button>
      )}
      <Menu anchorEl={ancla} open={ancla !== null} onClose={() => setAncla(null)}>
        {ancla && <Personas empresa={empresa} busca={busca} onGive={give} />}
      </Menu>
    </Box>
  )
}

/** The user, then the other people of the company, then nobody. */
function Personas({
  empresa,
  busca,
  onGive,
}: Pick<Props, 'empresa' | 'busca'> & { onGive: (p: Persona | null) => void }) {
  const sesion = useSesion()
  const { data, error } = useQuery(opcionesQuery(empresa))
  const otras = (data?.personas ?? []).filter((p) => p.id !== sesion?.id && p.id !== busca?.id)
  return (
    <>
      {sesion && sesion.id !== busca?.id && <MenuItem onClick={() => onGive(sesion)}>Lo busco yo</MenuItem>}
      {!data && <MenuItem disabled>{error ? error.message : 'Cargando…'}</MenuItem>}
      {otras.map((p) => (
        <MenuItem key={p.id} onClick={() => onGive(p)}>
          {p.nombre}
        </MenuItem>
      ))}
      {busca && <MenuItem onClick={() => onGive(null)}>Nadie</MenuItem>}
    </>
  )
}
