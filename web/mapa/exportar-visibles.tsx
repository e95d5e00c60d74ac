import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { exportVisibles } from '#contract/dispositivos'
import { urlOf } from '../lib/api'
import { descargar } from '../lib/descargar'
import { useAviso } from '../ui/aviso'
import type { Limites } from '../ui/mapa/vista'
import type { Filtros, Pagina } from './queries'

const FORMATOS = [
  { formato: 'xlsx', titulo: 'Excel (.xlsx)', error: 'Error al descargar Excel' },
  { formato: 'pdf', titulo: 'PDF (.pdf)', error: 'Error al descargar PDF' },
] as const

type Props = { limites: Limites; filtros: Filtros; orden: Pick<Pagina, 'orden' | 'sentido'>; vacio: boolean }

/** The visible devices as a file, with the filters and the order of the table. */
export function ExportarVisibles({ limites, filtros, orden, vacio }: Props) {
  const [ancla, setAncla] = useState<HTMLElement | null>(null)
  const aviso = useAviso()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ formato }: (typeof FORMATOS)[number]) =>
      descargar(
        urlOf(exportVisibles.path, undefined, { ...limites, ...filtros, ...orden, formato }),
        `dispositivos_visibles.${formato}`,
      ),
    onError: (causa, { error }) => aviso.error(`${error}: ${causa.message}`),
  })
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<FileDownloadOutlined />}
        loading={isPending}
        loadingPosition="start"
        disabled={vacio}
        aria-haspopup="menu"
        aria-expanded={ancla !== null}
        onClick={(e) => setAncla(e.currentTarget)}
        sx={{ minHeight: 36, whiteSpace: 'nowrap', flex: 'none' }}
      >
        {isPending ? 'Exportando…' : 'Exportar'}
      </Button>
      <Menu anchorEl={ancla} open={ancla !== null} onClose={() => setAncla(null)}>
        {FORMATOS.map((f) => (
          <MenuItem
            key={f.formato}
            onClick={() => {
              setAncla(null)
              mutate(f)
            }}
          >
            {f.titulo}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
