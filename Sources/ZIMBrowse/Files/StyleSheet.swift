/// How the pages look: in light and dark, on wide and narrow screens.
enum StyleSheet {
    static let text = colors + frame + parts + tables + drawings + small

    private static let colors = """
        :root {
          --ground: #f6f7f9; --sheet: #ffffff; --ink: #1c2530; --soft: #5b6876; --line: #dce1e7; --faint: #eef1f4;
          --link: #155fa8; --link-ground: #e8f1fb; --wrong: #b3261e; --wrong-ground: #fdecea; --guess: #7a5a00;
          --guess-ground: #fdf3d7; --good: #1f7a3d; --mark: #1f6fb4; --shadow: 0 1px 2px rgb(20 30 40 / .07);
          --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
          color-scheme: light dark;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #14181d; --sheet: #1c2229; --ink: #e3e8ee; --soft: #9aa7b5; --line: #303943; --faint: #252c35;
            --link: #7db8f2; --link-ground: #20324a; --wrong: #ff9a90; --wrong-ground: #45211f; --guess: #f0cf74;
            --guess-ground: #3d3418; --good: #7fd79c; --mark: #5aa2e6; --shadow: none;
          }
        }

        """

    private static let frame = """
        * { box-sizing: border-box; }
        html { font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
          background: var(--ground); color: var(--ink); -webkit-text-size-adjust: 100%; }
        body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; }
        a { color: var(--link); text-decoration: none; }
        a:hover { text-decoration: underline; }
        :focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; border-radius: 3px; }
        .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
        .skip { position: absolute; left: -100vw; top: 0; z-index: 9; padding: .5rem 1rem; background: var(--sheet); }
        .skip:focus { left: 0; }
        .top { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem 1.25rem; padding: .55rem 1.5rem;
          background: var(--sheet); border-bottom: 1px solid var(--line); }
        .top .database { font-weight: 650; color: var(--ink); max-width: 22rem; overflow: hidden; text-overflow: ellipsis;
          white-space: nowrap; }
        .top nav { display: flex; gap: .15rem; flex: 1; }
        .top nav a { padding: .25rem .7rem; border-radius: 6px; color: var(--soft); }
        .top nav a:hover { background: var(--faint); text-decoration: none; }
        .top nav a[aria-current] { background: var(--link-ground); color: var(--link); font-weight: 550; }
        .top form input { width: 15rem; }
        .crumbs { padding: .6rem 1.5rem 0; font-size: .87rem; }
        .crumbs ol { display: flex; flex-wrap: wrap; margin: 0; padding: 0; list-style: none; }
        .crumbs li::after { content: "›"; margin: 0 .5rem; color: var(--soft); }
        .crumbs li:last-child::after { content: ""; }
        main { flex: 1; padding: 1rem 1.5rem 2rem; width: 100%; }
        footer { padding: .8rem 1.5rem; color: var(--soft); font-size: .82rem; border-top: 1px solid var(--line); }
        kbd { font: .8rem var(--mono); padding: 0 .35rem; border: 1px solid var(--line); border-radius: 4px; }
        h1 { font-size: 1.5rem; line-height: 1.25; margin: .3rem 0 .3rem; overflow-wrap: anywhere; }
        h1 .key { color: var(--soft); font-weight: 450; font-family: var(--mono); font-size: 1.15rem; }
        h2 { font-size: 1.12rem; margin: 1.6rem 0 .6rem; }
        h3 { font-size: 1rem; margin: 0 0 .2rem; }
        h2 small, h3 small { font-weight: 400; color: var(--soft); }
        p { margin: .3rem 0; }
        .lead { color: var(--soft); margin-bottom: .8rem; }
        .note, .by { color: var(--soft); font-size: .88rem; }
        .wrong { color: var(--wrong); font-weight: 600; }
        .hint { color: var(--soft); }
        .problem { background: var(--wrong-ground); color: var(--wrong); border-radius: 8px; padding: .6rem .9rem;
          margin: .8rem 0; overflow-wrap: anywhere; }
        .problem .hint { color: inherit; opacity: .85; }

        """

    private static let parts = """
        input, select, textarea, button, .button { font: inherit; color: var(--ink); background: var(--sheet);
          border: 1px solid var(--line); border-radius: 6px; padding: .3rem .6rem; }
        button, .button { background: var(--faint); cursor: pointer; }
        button:hover, .button:hover { border-color: var(--mark); text-decoration: none; }
        .bar { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem 1rem; }
        .bar h2 { flex: 1; }
        .bar small { color: var(--soft); }
        .tabs { display: flex; gap: .2rem; border-bottom: 1px solid var(--line); margin: .4rem 0 1rem; overflow-x: auto; }
        .tabs a { padding: .35rem .9rem; color: var(--soft); border-bottom: 2px solid transparent; white-space: nowrap; }
        .tabs a[aria-current] { color: var(--ink); border-color: var(--mark); font-weight: 550; }
        .filter { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin-bottom: .6rem; }
        .filter label { display: flex; flex-direction: column; font-size: .82rem; color: var(--soft); }
        .filter > label { flex: 1 1 20rem; max-width: 38rem; }
        .filter > label input { font-family: var(--mono); font-size: .87rem; }
        .filter fieldset { display: flex; flex-wrap: wrap; gap: .35rem; border: 0; padding: 0; margin: 0 0 0 .8rem; }
        .filter fieldset input { width: 9rem; }
        .filter select { max-width: 12rem; }
        .filter input, .filter select, .filter button { font-size: .87rem; height: 2.1rem; }
        .chips { display: flex; flex-wrap: wrap; gap: .4rem; padding: 0; margin: 0 0 .7rem; list-style: none; }
        .chips li { background: var(--link-ground); border-radius: 99px; padding: .05rem .3rem .05rem .8rem;
          font: .85rem/1.7 var(--mono); overflow-wrap: anywhere; }
        .chips a { display: inline-block; padding: 0 .45rem; font-weight: 700; }
        .badge { display: inline-block; padding: 0 .5rem; border-radius: 99px; font-size: .76rem; line-height: 1.5;
          font-weight: 550; background: var(--faint); color: var(--soft); white-space: nowrap; vertical-align: 1px; }
        .badge.serious { background: var(--wrong-ground); color: var(--wrong); }
        .badge.guess { background: var(--guess-ground); color: var(--guess); }
        .badge.key, .badge.count { background: var(--link-ground); color: var(--link); }
        .card { background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; padding: .7rem .9rem;
          margin: 0 0 .7rem; box-shadow: var(--shadow); min-width: 0; }
        .card h2 { margin: 0; font-size: 1.02rem; overflow-wrap: anywhere; }
        .cards, .column-cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(17.5rem, 1fr)); gap: .8rem;
          padding: 0; margin: 0; list-style: none; align-items: start; }
        .cards .card, .column-cards .card { margin: 0; }
        .cards p { font-size: .87rem; overflow-wrap: anywhere; }
        .marks { display: flex; flex-wrap: wrap; gap: .25rem; min-height: 1.5rem; }
        .facts { display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; margin: .4rem 0; font-size: .85rem; }
        .facts div { display: flex; gap: .35rem; min-width: 0; }
        .facts dt { color: var(--soft); white-space: nowrap; }
        .facts dd { margin: 0; overflow-wrap: anywhere; }
        .brief { margin: .3rem 0 0; font-size: .88rem; }
        .brief div { display: grid; grid-template-columns: 8.5rem 1fr; gap: .5rem; }
        .brief dt { color: var(--soft); overflow: hidden; text-overflow: ellipsis; }
        .brief dd { margin: 0; overflow-wrap: anywhere; max-height: 4.5em; overflow: hidden; }
        .meter { display: inline-block; width: 6.5rem; height: .5rem; border-radius: 3px; vertical-align: middle; }
        .meter rect { fill: var(--mark); }
        .meter .all { fill: var(--faint); }
        .fill { font-size: .85rem; color: var(--soft); }
        .histogram { margin: .5rem 0 .2rem; }
        .histogram svg { width: 100%; height: 3rem; display: block; border-bottom: 1px solid var(--line); }
        .histogram rect { fill: var(--mark); opacity: .75; }
        .histogram figcaption { display: flex; justify-content: space-between; font: .76rem var(--mono); color: var(--soft); }
        .frequent { list-style: none; padding: 0; margin: .4rem 0 0; font-size: .84rem; }
        .frequent li { display: flex; justify-content: space-between; gap: .6rem; }
        .frequent a { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-family: var(--mono); font-size: .8rem; }
        .frequent span { white-space: nowrap; color: var(--soft); }
        .frequent .meter { width: 4rem; }
        .found { padding: 0; list-style: none; }
        .found li { padding: .22rem 0; overflow-wrap: anywhere; }
        .found small { color: var(--soft); }
        .columns { columns: 17rem; padding: 0; list-style: none; }
        .code { margin: 1.2rem 0 0; border-top: 1px solid var(--line); padding-top: .6rem; }
        .card .code { margin-top: .4rem; }
        .code summary { cursor: pointer; color: var(--soft); }
        .code summary h2 { display: inline; font-size: 1rem; font-weight: 400; }
        .code h3 { margin-top: .9rem; font-size: .92rem; overflow-wrap: anywhere; }
        pre { position: relative; font: .84rem/1.55 var(--mono); background: var(--sheet); border: 1px solid var(--line);
          border-radius: 8px; padding: .6rem .8rem; margin: .4rem 0; overflow: auto; white-space: pre-wrap;
          overflow-wrap: anywhere; }
        pre.hex { white-space: pre; }
        pre .copy { position: absolute; right: .4rem; top: .4rem; font-size: .75rem; padding: .1rem .5rem; }
        .query textarea { display: block; width: 100%; font: .9rem/1.5 var(--mono); margin: .2rem 0 .5rem; resize: vertical; }
        .names { position: absolute; z-index: 5; margin: 0; padding: .25rem; list-style: none; background: var(--sheet);
          border: 1px solid var(--line); border-radius: 8px; box-shadow: 0 6px 20px rgb(0 0 0 / .18); font: .85rem var(--mono); }
        .names li { padding: .1rem .6rem; border-radius: 5px; cursor: pointer; }
        .names li[aria-selected=true] { background: var(--link-ground); color: var(--link); }
        .with-names { position: relative; }
        .cell-menu { position: absolute; z-index: 5; display: flex; flex-direction: column; padding: .3rem; min-width: 10rem;
          background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; box-shadow: 0 6px 20px rgb(0 0 0 / .18); }
        .cell-menu a, .cell-menu button { padding: .2rem .6rem; border: 0; background: none; text-align: left; border-radius: 5px; }
        .cell-menu a:hover, .cell-menu button:hover { background: var(--faint); text-decoration: none; }

        """

    private static let tables = """
        .scroll { overflow: auto; border: 1px solid var(--line); border-radius: 10px; background: var(--sheet);
          box-shadow: var(--shadow); max-height: 78vh; }
        .card .scroll { box-shadow: none; margin-top: .45rem; border-radius: 7px; }
        table { border-collapse: separate; border-spacing: 0; width: 100%; font-size: .88rem; }
        th, td { padding: .3rem .7rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--faint); }
        tbody tr:last-child > * { border-bottom: 0; }
        thead th { position: sticky; top: 0; z-index: 1; background: var(--sheet); border-bottom: 1px solid var(--line);
          font-weight: 600; white-space: nowrap; }
        thead small { display: block; font-weight: 400; color: var(--soft); font-size: .74rem; }
        thead th a { color: inherit; }
        tbody tr:hover > * { background: var(--faint); }
        .list th { font-weight: 550; }
        .rows { width: auto; }
        thead th.number { text-align: right; }
        .rows td { max-width: 24rem; overflow: hidden; text-overflow: ellipsis; white-space: pre; font-family: var(--mono);
          font-size: .82rem; }
        .rows td:has(> .badge) { white-space: normal; }
        .card .rows td { max-width: 15rem; }
        td.number { text-align: right; font-variant-numeric: tabular-nums; }
        td.open { padding: 0; }
        .rows td.open a { display: block; padding: .3rem .7rem; font: 600 1rem/1.25 system-ui, sans-serif; }
        .rows td.open a:hover { background: var(--link-ground); text-decoration: none; }
        .rows td[data-value] { cursor: cell; }
        .null, .empty { color: var(--soft); opacity: .8; font-size: .9em; }
        .null { font-style: italic; }
        .bytes { color: var(--soft); }
        .more { font: .74rem system-ui, sans-serif; padding: 0 .4rem; border: 1px solid var(--line); border-radius: 99px; }
        .orphan { background: var(--wrong-ground); color: var(--wrong); }
        .record { background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; box-shadow: var(--shadow); }
        .record th { width: 1%; white-space: nowrap; font-weight: 550; }
        .record th small { display: block; font-weight: 400; color: var(--soft); font-size: .75rem; }
        .record td { overflow-wrap: anywhere; white-space: pre-wrap; font-family: var(--mono); font-size: .85rem; }
        .record td.number { text-align: left; }
        .record td.only { width: 1%; white-space: nowrap; font: .78rem system-ui, sans-serif; }
        .record td.only a { color: var(--soft); opacity: .75; }
        .record tr:hover td.only a, .record td.only a:focus { color: var(--link); opacity: 1; }
        .thumbnail { display: block; max-width: 16rem; max-height: 12rem; border-radius: 6px; margin-bottom: .3rem; }
        .picture { max-width: 100%; border-radius: 8px; }
        .row-page { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 0 1.5rem; align-items: start; }
        .none { display: flex; flex-wrap: wrap; gap: .2rem 1.6rem; padding: .2rem .9rem; margin: 0; list-style: none; }
        .none small { color: var(--soft); }
        .row-page > section:only-child { grid-column: 1 / -1; }
        .pager { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem; margin: .7rem 0; }
        .pager a { padding: .25rem .8rem; border: 1px solid var(--line); border-radius: 6px; background: var(--sheet); }
        .pager a[download] { border-style: dashed; color: var(--soft); }

        """

    private static let drawings = """
        .diagram-frame { margin: .6rem 0 1.2rem; position: relative; }
        .zoom { position: absolute; right: .6rem; top: .6rem; z-index: 2; display: flex; gap: .25rem; }
        .zoom button { width: 2rem; padding: .1rem 0; }
        .diagram-view { overflow: auto; max-height: 68vh; background: var(--sheet); border: 1px solid var(--line);
          border-radius: 10px; box-shadow: var(--shadow); }
        .diagram-view.moves { overflow: hidden; height: 66vh; cursor: grab; touch-action: none; }
        .diagram-view.moves.held { cursor: grabbing; }
        .diagram-view.moves svg { transform-origin: 0 0; max-width: none; }
        .diagram text { font: 12px "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: var(--ink); }
        .diagram .title { font-weight: bold; font-size: 13px; fill: #fff; }
        .diagram .key { font-weight: bold; }
        .diagram .type, .diagram .note { fill: var(--soft); font-size: 12px; }
        .diagram .box { fill: var(--sheet); stroke: #9aa8b7; }
        .diagram .keys { fill: var(--faint); }
        .diagram .line { fill: none; stroke-width: 1.5; }
        .diagram .maybe { stroke-dasharray: 6 3; }
        .diagram .guess { stroke-dasharray: 1.5 3; }
        .diagram .lost { stroke-dasharray: 6 3 1.5 3; }
        .diagram a:hover .box, .diagram a:focus .box { stroke: var(--mark); stroke-width: 2; }
        .diagram a:hover { text-decoration: none; }
        @media (prefers-color-scheme: dark) { .diagram .line { filter: brightness(1.45); } }

        """

    private static let small = """
        @media (max-width: 46rem) {
          main, .crumbs, .top, footer { padding-left: .8rem; padding-right: .8rem; }
          .top form, .top form input { width: 100%; }
          .top { gap: .4rem .6rem; }
          .top nav { overflow-x: auto; }
          .top nav a { padding: .25rem .4rem; }
          .row-page { grid-template-columns: minmax(0, 1fr); }
          .filter fieldset { margin-left: 0; }
          .record td.only { display: none; }
          .rows td { max-width: 14rem; }
          .list th:nth-child(3), .list td:nth-child(3), .list th:nth-child(5), .list td:nth-child(5),
          .list th:nth-child(6), .list td:nth-child(6) { display: none; }
        }
        @media print { .top, .pager, .filter, footer { display: none; } .scroll { max-height: none; } }

        """
}
