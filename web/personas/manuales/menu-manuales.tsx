import FolderOutlined from '@mui/icons-material/FolderOutlined'
import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined'
import VideoIcon from '@mui/icons-material/SmartDisplayOutlined'
import Box from '@mui/material/Box'
import { SimpleTreeView } from '@mui/x-tree-view/SimpleTreeView'
import { TreeItem } from '@mui/x-tree-view/TreeItem'
import { type ReactNode, useEffect, useState } from 'react'
import type { CategoriaManual } from '#contract/personas/manuales/manuales'
import { tono } from '../../ui/theme/tono'
import { findCarpeta, findDoc, idsOf } from './arbol'

type Props = {
  categorias: CategoriaManual[]
  /** During a search all folders are open. */
  buscando: boolean
  elegido: string | undefined
  onDoc: (id: string) => void
  onCarpeta: (id: string) => void
}

const ICONO = {
  pdf: <PdfIcon titleAccess="PDF" sx={{ color: tono('rojo') }} />,
  mp4: <VideoIcon titleAccess="Vídeo" sx={{ color: tono('azul') }} />,
}

function Rotulo({ icono, children }: { icono: ReactNode; children: string }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        minHeight: 28,
        fontSize: 14,
        '@media (pointer: coarse)': { minHeight: 36 },
        '& svg': { flex: 'none', fontSize: 18 },
      }}
    >
      {icono}
      <span style={{ overflowWrap: 'anywhere' }}>{children}</span>
    </Box>
  )
}

function Rama({ c }: { c: CategoriaManual }) {
  return (
    <TreeItem
      itemId={c.id}
      label={<Rotulo icono={<FolderOutlined aria-hidden sx={{ color: tono('muted') }} />}>{c.title}</Rotulo>}
    >
      {c.children.map((h) => (
        <Rama key={h.id} c={h} />
      ))}
      {c.docs.map((d) => (
        <TreeItem key={d.id} itemId={d.id} label={<Rotulo icono={ICONO[d.type]}>{d.title}</Rotulo>} />
      ))}
    </TreeItem>
  )
}

/** Folders and documents as a tree: arrow keys move and open, Enter shows a document. */
export function MenuManuales({ categorias, buscando, elegido, onDoc, onCarpeta }: Props) {
  const [abiertas, setAbiertas] = useState(() => categorias.map((c) => c.id))

  useEffect(() => {
    const encima = elegido ? (findDoc(categorias, elegido)?.carpetas.map((c) => c.id) ?? []) : []
    setAbiertas((previas) =>
      encima.every((id) => previas.includes(id)) ? previas : [...new Set([...previas, ...encima])],
    )
  }, [elegido, categorias])

  return (
    <SimpleTreeView
      aria-label="Manuales"
      expandedItems={buscando ? idsOf(categorias) : abiertas}
      onExpandedItemsChange={(_, ids) => !buscando && setAbiertas(ids)}
      selectedItems={elegido ?? null}
      onSelectedItemsChange={(_, id) => {
        if (!id) return
        if (findCarpeta(categorias, id)) onCarpeta(id)
        else onDoc(id)
      }}
      sx={{ '& .MuiTreeItem-content': { borderRadius: '6px', py: 0.5 } }}
    >
      {categorias.map((c) => (
        <Rama key={c.id} c={c} />
      ))}
    </SimpleTreeView>
  )
}
