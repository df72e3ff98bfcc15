/// What makes the pages handier; all of them work without it.
enum Script {
    static let text = """
        'use strict';
        (() => {
        const one = (selector, from = document) => from.querySelector(selector);
        const all = (selector, from = document) => [...from.querySelectorAll(selector)];
        const make = (name, properties) => Object.assign(document.createElement(name), properties);

        \(keys)
        \(lists)
        \(diagrams)
        \(progress)
        \(completion)
        \(cells)
        })();

        """

    private static let keys = """
        // "/" goes to the search field.
        document.addEventListener('keydown', event => {
          const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
          if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            one('#search')?.focus();
          }
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && event.target.id === 'sql') {
            event.target.form.requestSubmit();
          }
        });

        // Statements can be copied.
        for (const block of all('pre[data-copy]')) {
          const text = block.textContent;
          const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' });
          button.addEventListener('click', async () => {
            await navigator.clipboard.writeText(text);
            button.textContent = 'Copied';
            setTimeout(() => { button.textContent = 'Copy'; }, 1500);
          });
          block.append(button);
        }
        """

    private static let lists = """
        // The list of tables is narrowed while somebody types.
        const narrow = one('[data-narrow]');
        if (narrow) {
          narrow.hidden = false;
          const rows = all('#tables tbody tr');
          const names = rows.map(row => row.textContent.toLowerCase());
          one('input', narrow).addEventListener('input', event => {
            const wanted = event.target.value.toLowerCase();
            rows.forEach((row, place) => { row.hidden = !names[place].includes(wanted); });
          });
        }
        """

    private static let diagrams = """
        // Diagrams are moved and enlarged.
        for (const frame of all('[data-diagram] .diagram-view')) {
          const drawing = one('svg', frame);
          if (!drawing) continue;
          frame.classList.add('moves');
          const width = drawing.viewBox.baseVal.width, height = drawing.viewBox.baseVal.height;
          let scale = 1, x = 0, y = 0, held = null, moved = 0;
          const show = () => { drawing.style.transform = `translate(${x}px, ${y}px) scale(${scale})`; };
          const fit = () => {
            if (height < frame.clientHeight) frame.style.height = Math.max(160, height + 12) + 'px';
            scale = Math.min(1, frame.clientWidth / width, frame.clientHeight / height);
            x = Math.max(0, (frame.clientWidth - width * scale) / 2);
            y = Math.max(0, (frame.clientHeight - height * scale) / 2);
            show();
          };
          const zoom = (factor, px, py) => {
            const next = Math.min(4, Math.max(0.05, scale * factor));
            x = px - (px - x) * next / scale;
            y = py - (py - y) * next / scale;
            scale = next;
            show();
          };
          const middle = () => [frame.clientWidth / 2, frame.clientHeight / 2];
          frame.addEventListener('wheel', event => {
            if (!event.ctrlKey && !event.metaKey) return;
            event.preventDefault();
            const box = frame.getBoundingClientRect();
            zoom(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
          }, { passive: false });
          const fingers = new Map();
          frame.addEventListener('pointerdown', event => {
            fingers.set(event.pointerId, event);
            held = [event.clientX - x, event.clientY - y];
            moved = 0;
          });
          frame.addEventListener('pointermove', event => {
            const before = fingers.get(event.pointerId);
            if (!before) return;
            const others = [...fingers.values()].filter(other => other.pointerId !== event.pointerId);
            if (others.length === 1) {
              const box = frame.getBoundingClientRect(), other = others[0];
              const length = (one, two) => Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) || 1;
              zoom(length(event, other) / length(before, other),
                (event.clientX + other.clientX) / 2 - box.left, (event.clientY + other.clientY) / 2 - box.top);
              moved = 9;
            } else if (held) {
              moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
              x = event.clientX - held[0];
              y = event.clientY - held[1];
              if (moved > 4) { frame.classList.add('held'); show(); }
            }
            fingers.set(event.pointerId, event);
          });
          for (const end of ['pointerup', 'pointercancel', 'pointerleave']) {
            frame.addEventListener(end, event => {
              fingers.delete(event.pointerId);
              held = null;
              frame.classList.remove('held');
            });
          }
          // What was a move is no click.
          frame.addEventListener('click', event => { if (moved > 4) event.preventDefault(); }, true);
          frame.addEventListener('dragstart', event => event.preventDefault());
          frame.addEventListener('keydown', event => {
            const step = 60;
            const moves = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
            if (event.target !== frame) return;
            if (moves[event.key]) { x += moves[event.key][0]; y += moves[event.key][1]; show(); }
            else if (event.key === '+' || event.key === '=') zoom(1.25, ...middle());
            else if (event.key === '-') zoom(0.8, ...middle());
            else if (event.key === '0') fit();
            else return;
            event.preventDefault();
          });
          // A table that has the focus is in sight.
          frame.addEventListener('focusin', event => {
            if (event.target === frame) return;
            const box = event.target.getBoundingClientRect(), view = frame.getBoundingClientRect();
            if (box.left < view.left || box.right > view.right) x += view.left + view.width / 2 - (box.left + box.right) / 2;
            if (box.top < view.top || box.bottom > view.bottom) y += view.top + view.height / 2 - (box.top + box.bottom) / 2;
            frame.scrollTo(0, 0);
            show();
          });
          const bar = make('div', { className: 'zoom' });
          for (const [sign, words, act] of [['+', 'Enlarge', () => zoom(1.25, ...middle())],
            ['−', 'Reduce', () => zoom(0.8, ...middle())], ['↔', 'Show all of it', fit]]) {
            const button = make('button', { type: 'button', textContent: sign, title: words });
            button.setAttribute('aria-label', words);
            button.addEventListener('click', act);
            bar.append(button);
          }
          frame.before(bar);
          fit();
        }
        """

    private static let progress = """
        // What is still being found out comes in.
        const ask = async () => {
          const answer = await (await fetch('status.json')).json();
          for (const cell of all('[data-count]')) {
            const count = answer.counts[cell.dataset.count];
            if (count !== undefined) cell.textContent = count;
          }
          const doctor = one('#doctor');
          if (doctor && answer.doctor) doctor.textContent = 'Rows are ' + answer.doctor + ' …';
          const working = one('#working');
          if (!answer.done || answer.doctor) return setTimeout(ask, 700);
          if (working) working.replaceChildren(make('a', { href: './', textContent: 'All is known now: load the page again' }));
          else if (doctor && doctor.dataset.waits) location.reload();
        };
        if (one('#working')) ask();
        if (one('#doctor') && one('#doctor').textContent.includes('Load again')) {
          one('#doctor').dataset.waits = '1';
          ask();
        }
        """

    private static let completion = """
        // Names are completed where statements and conditions are written.
        let known = null;
        const namesOf = async () => {
          if (known) return known;
          const tables = await (await fetch('names.json')).json();
          const words = new Set();
          for (const [table, columns] of Object.entries(tables)) { words.add(table); columns.forEach(name => words.add(name)); }
          for (const word of ['SELECT', 'FROM', 'WHERE', 'GROUP BY', 'ORDER BY', 'LIMIT', 'JOIN', 'BEGINSWITH', 'CONTAINS']) words.add(word);
          return known = [...words];
        };
        const quoted = name => /^[A-Za-z_][A-Za-z0-9_ ]*$/.test(name) && (!name.includes(' ') || name === name.toUpperCase())
          ? name : '"' + name.replaceAll('"', '""') + '"';
        for (const field of all('[data-names]')) {
          const list = make('ul', { className: 'names', hidden: true, id: 'names-' + Math.random().toString(36).slice(2) });
          list.setAttribute('role', 'listbox');
          list.setAttribute('aria-label', 'Names');
          field.setAttribute('role', 'combobox');
          field.setAttribute('aria-autocomplete', 'list');
          field.setAttribute('aria-controls', list.id);
          field.setAttribute('aria-expanded', 'false');
          field.parentElement.classList.add('with-names');
          field.after(list);
          let chosen = -1, start = 0;
          const close = () => { list.hidden = true; chosen = -1; field.setAttribute('aria-expanded', 'false'); };
          const mark = place => {
            chosen = place;
            [...list.children].forEach((item, index) => item.setAttribute('aria-selected', index === place));
          };
          const take = place => {
            const name = quoted(list.children[place].textContent);
            field.setRangeText(name, start, field.selectionStart, 'end');
            close();
            field.focus();
          };
          field.addEventListener('input', async () => {
            const before = field.value.slice(0, field.selectionStart);
            const word = /[\\p{L}_][\\p{L}\\p{N}_]*$/u.exec(before)?.[0] ?? '';
            if (word.length < 2) return close();
            start = before.length - word.length;
            const lower = word.toLowerCase();
            const found = (await namesOf()).filter(name => name.toLowerCase().startsWith(lower) && name !== word).slice(0, 8);
            list.replaceChildren(...found.map(name => {
              const item = make('li', { textContent: name });
              item.setAttribute('role', 'option');
              item.addEventListener('mousedown', event => { event.preventDefault(); take([...list.children].indexOf(item)); });
              return item;
            }));
            list.hidden = found.length === 0;
            field.setAttribute('aria-expanded', String(found.length > 0));
            mark(-1);
          });
          field.addEventListener('keydown', event => {
            if (list.hidden) return;
            const count = list.children.length;
            if (event.key === 'ArrowDown') mark((chosen + 1) % count);
            else if (event.key === 'ArrowUp') mark((chosen + count - 1) % count);
            else if (event.key === 'Escape') close();
            else if (event.key === 'Tab' && !event.shiftKey) take(Math.max(0, chosen));
            else if (event.key === 'Enter' && chosen >= 0) take(chosen);
            else return;
            event.preventDefault();
          });
          field.addEventListener('blur', close);
        }
        """

    private static let cells = """
        // A click on a value offers the rows that have it.
        let menu = null;
        const closeMenu = () => { menu?.remove(); menu = null; };
        for (const table of all('table[data-table]')) {
          const columns = all('thead th', table).map(head => head.dataset.column);
          table.addEventListener('click', event => {
            const cell = event.target.closest('td[data-value]');
            if (!cell || event.target.closest('a') || String(getSelection())) return;
            event.stopPropagation();
            closeMenu();
            const condition = columns[cell.cellIndex] + '!' + cell.dataset.value;
            const address = name => {
              const parameters = new URLSearchParams(location.search);
              for (const gone of ['after', 'before', 'offset', 'plan']) parameters.delete(gone);
              parameters.append(name, condition);
              return 'table?' + parameters;
            };
            menu = make('div', { className: 'cell-menu' });
            menu.setAttribute('role', 'group');
            menu.append(
              make('a', { href: address('equals'), textContent: 'Only rows like this' }),
              make('a', { href: address('differs'), textContent: 'Only other rows' }));
            const copy = make('button', { type: 'button', textContent: 'Copy the value' });
            const text = cell.textContent;
            copy.addEventListener('click', () => { navigator.clipboard.writeText(text); closeMenu(); });
            menu.append(copy);
            menu.style.left = event.pageX + 'px';
            menu.style.top = event.pageY + 'px';
            document.body.append(menu);
          });
        }
        document.addEventListener('click', event => { if (!event.target.closest('.cell-menu')) closeMenu(); });
        document.addEventListener('keydown', event => { if (event.key === 'Escape') closeMenu(); });
        """
}
