/// The picture in the browser's tab: two tables and the key between them.
enum Icon {
    static let text = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="2" y="4" width="13" height="13" rx="2.5" \
        fill="#1f6fb4"/><rect x="17" y="15" width="13" height="13" rx="2.5" fill="#c2571a"/><path d="M8.5 17v5.5H17" \
        fill="none" stroke="#7a8794" stroke-width="2.5"/></svg>
        """
}
