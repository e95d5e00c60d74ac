import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { setEmpresa, useEmpresa } from '../lib/empresa'
import { tono } from '../ui/tono'
import { empresasQuery } from './empresas'

/** Narrows every screen of an administrator to one company. */
export function SelectorEmpresa() {
  const { data: empresas = [] } = useQuery(empresasQuery)
  const elegida = useEmpresa()
  const [ancla, setAncla] = useState<HTMLElement | null>(null)
  if (empresas.length < 2) return null
  const nombre = empresas.find(({ id }) => id === elegida)?.nombre ?? 'Todas las empresas'
  const elegir = (id: number | undefined) => {
    setEmpresa(id)
    setAncla(null)
  }
  return (
    <>
      <Button
        color="inherit"
        variant="outlined"
        endIcon={<ExpandMoreIcon />}
        aria-label={`Empresa: ${nombre}`}
        aria-haspopup="menu"
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
      <Menu
        open={ancla !== null}
        anchorEl={ancla}
        onClose={() => setAncla(null)}
        slotProps={{ paper: { sx: { maxHeight: 400, minWidth: 200 } } }}
      >
        <MenuItem
          role="menuitemradio"
          aria-checked={!elegida}
          selected={!elegida}
          onClick={() => elegir(undefined)}
        >
          Todas las empresas
        </MenuItem>
        {empresas.map(({ id, nombre }) => (
          <MenuItem
            key={id}
            role="menuitemradio"
            aria-checked={id === elegida}
            selected={id === elegida}
            onClick={() => elegir(id)}
          >
            {nombre}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
