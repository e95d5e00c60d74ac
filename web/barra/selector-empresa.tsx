import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { BuscadorEmpresa, MENU_MAXIMO, type Opcion } from '../dominio/empresa/buscador-empresa'
import { empresasQuery } from '../lib/opciones'
import { setEmpresa, useEmpresa } from '../lib/session/empresa'
import { tono } from '../ui/theme/tono'

const TODAS: Opcion = { id: undefined, nombre: 'Todas las empresas' }

/** The page number is dropped: page 5 of one company's list means nothing in another's. */
const sinPagina = ({ pagina: _, ...resto }: Record<string, unknown>) => resto

/** Filters every screen of an administrator by one company. */
export function SelectorEmpresa() {
  const { data: empresas = [] } = useQuery(empresasQuery)
  const elegida = useEmpresa()
  const navigate = useNavigate()
  const { pagina } = useSearch({ strict: false }) as { pagina?: unknown }
  const [ancla, setAncla] = useState<HTMLElement | null>(null)
  if (empresas.length < 2) return null
  const opciones = [TODAS, ...empresas]
  const conBusqueda = empresas.length > MENU_MAXIMO
  const { nombre } = opciones.find(({ id }) => id === elegida) ?? TODAS
  const close = () => setAncla(null)
  const choose = (id: number | undefined) => {
    if (id !== elegida && pagina !== undefined)
      void navigate({ to: '.', search: sinPagina as never, replace: true })
    setEmpresa(id)
    close()
  }
  return (
    <>
      <Button
        color="inherit"
        variant="outlined"
        endIcon={<ExpandMoreIcon />}
        aria-label={`Empresa: ${nombre}`}
        aria-haspopup={conBusqueda ? 'dialog' : 'menu'}
        aria-expanded={ancla !== null}
        onClick={(e) => setAncla(e.currentTarget)}
        sx={{
          minHeight: 32,
          width: { xs: '100%', md: 'auto' },
          maxWidth: { md: 'min(100%, 210px)' },
          justifyContent: 'space-between',
          px: 2.5,
          fontSize: 13,
          fontWeight: 500,
          color: tono('ink'),
          bgcolor: elegida ? `color-mix(in srgb, ${tono('brand')} 10%, transparent)` : undefined,
        }}
      >
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {nombre}
        </Box>
      </Button>
      {conBusqueda ? (
        <BuscadorEmpresa
          ancla={ancla}
          opciones={opciones}
          elegida={elegida}
          onChoose={choose}
          onClose={close}
        />
      ) : (
        <Menu
          open={ancla !== null}
          anchorEl={ancla}
          onClose={close}
          slotProps={{ paper: { sx: { maxHeight: 480, minWidth: 200 } } }}
        >
          {opciones.map((o) => (
            <MenuItem
              key={o.id ?? 'todas'}
              role="menuitemradio"
              aria-checked={o.id === elegida}
              selected={o.id === elegida}
              onClick={() => choose(o.id)}
            >
              {o.nombre}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
