const LETTER = 'font-family:Arial,Helvetica,sans-serif'

const escapeHtml = (s: string) =>
  s.replace(
    /[&<>"']/g,
    (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c] as string,
  )

type Button = { texto: string; url: string }
export type Parrafo = { texto: string; fuerte?: boolean; grave?: boolean; nota?: string; boton?: Button }

/** A button that Outlook draws too: a table cell with its own colour. */
const button = ({ texto, url }: Button) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:12px 0 4px"><tr>` +
  `<td bgcolor="#0F5C63" style="border-radius:6px;padding:10px 18px"><a href="${escapeHtml(url)}" style="${LETTER};` +
  `font-size:14px;font-weight:bold;color:#ffffff;text-decoration:none">${escapeHtml(texto)}</a></td></tr></table>`

const parrafo = (p: Parrafo) =>
  `<tr><td style="${LETTER};font-size:15px;line-height:22px;color:#1b2528;padding:0 0 18px${
    p.grave ? ';border-left:4px solid #b3261e;padding-left:12px' : ''
  }">${p.fuerte ? `<b>${escapeHtml(p.texto)}</b>` : escapeHtml(p.texto)}${
    p.nota ? `<br><span style="font-size:13px;color:#5a686c">${escapeHtml(p.nota)}</span>` : ''
  }${p.boton ? button(p.boton) : ''}</td></tr>`

/** Tables and inline styles only: Outlook supports little else. */
export function htmlOf(parrafos: readonly Parrafo[], pie: readonly Parrafo[] = []): string {
  return (
    `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="color-scheme" content="light"></head>` +
    `<body style="margin:0;padding:0;background:#f3f5f5"><table role="presentation" width="100%" cellpadding="0"` +
    ` cellspacing="0" border="0" bgcolor="#f3f5f5"><tr><td align="center" style="padding:24px 12px">` +
    `<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">` +
    `<tr><td style="${LETTER};font-size:18px;font-weight:bold;color:#0F5C63;padding:0 0 14px">Retorna</td></tr>` +
    `<tr><td bgcolor="#ffffff" style="border:1px solid #dde3e4;border-radius:8px;padding:24px 24px 6px">` +
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${parrafos.map(parrafo).join('')}` +
    `</table></td></tr><tr><td style="${LETTER};font-size:12px;line-height:18px;color:#5a686c;padding:14px 4px">${pie
      .map((p) =>
        p.boton
          ? `${escapeHtml(p.texto)} <a href="${escapeHtml(p.boton.url)}" style="color:#0F5C63">${escapeHtml(p.boton.texto)}</a>`
          : escapeHtml(p.texto),
      )
      .join('<br>')}</td></tr></table></td></tr></table></body></html>`
  )
}

/** The same as plain text. */
export function textOf(parrafos: readonly Parrafo[], pie: readonly Parrafo[] = []): string {
  const una = (p: Parrafo) =>
    [p.texto, p.nota, p.boton && `${p.boton.texto}: ${p.boton.url}`].filter(Boolean).join('\n')
  return `${[...parrafos.map(una), ...(pie.length ? ['--', ...pie.map(una)] : [])].join('\n\n')}\n`
}
